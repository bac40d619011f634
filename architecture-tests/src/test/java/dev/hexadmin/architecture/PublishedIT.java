package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The contents of the published repository, and a third-party project that depends only on it. */
class PublishedIT {
    private static final String EMAIL = "root@example.com";
    private static final String PASSWORD = "walnut-Kettle-39-riverbank";

    private static final String POM = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>consumer</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>25</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencyManagement>
            <dependencies>
              <dependency><groupId>dev.hexadmin</groupId><artifactId>hexadmin-bom</artifactId><version>VERSION</version><type>pom</type><scope>import</scope></dependency>
            </dependencies>
          </dependencyManagement>
          <dependencies>
            <dependency><groupId>dev.hexadmin</groupId><artifactId>hexadmin-bootstrap</artifactId></dependency>
          </dependencies>
          <build>
            <plugins>
              <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
              <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
              <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
              <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
              <plugin>
                <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>
                <executions>
                  <execution>
                    <phase>package</phase>
                    <goals><goal>copy-dependencies</goal></goals>
                    <configuration>
                      <includeScope>runtime</includeScope>
                      <outputDirectory>${project.build.directory}/lib</outputDirectory>
                    </configuration>
                  </execution>
                </executions>
              </plugin>
            </plugins>
          </build>
        </project>
        """.replace("VERSION", Published.VERSION);

    private static final String MODULE = """
        module consumer {
            requires dev.hexadmin.bootstrap;
        }
        """;

    private static final String PROGRAM = """
        package consumer;

        import dev.hexadmin.bootstrap.AdminField;
        import dev.hexadmin.bootstrap.AdminModel;
        import dev.hexadmin.bootstrap.Hexadmin;

        public final class Consumer {
            @AdminModel(name = "rooms")
            record Room(long id, @AdminField(maxLength = 40) String name) {}

            public static void main(String[] arguments) {
                Hexadmin hexadmin = Hexadmin.builder()
                        .setting("server.port", "0")
                        .setting("notifications.default_sms_provider", "console")
                        .environment(System.getenv())
                        .register(Room.class)
                        .build();
                hexadmin.start();
                System.out.println("Listening on " + hexadmin.url());
            }
        }
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "domain",
                "application",
                "adapters-http",
                "adapters-persistence",
                "adapters-notify",
                "adapters-cache",
                "bootstrap"
            })
    void an_artifact_has_a_jar_its_sources_and_the_documentation_of_what_it_exports(String module) throws Exception {
        String artifact = "hexadmin-" + module;
        assertThat(entries(artifact, ".jar")).contains("module-info.class", "META-INF/LICENSE");
        assertThat(entries(artifact, "-sources.jar")).contains("module-info.java");
        List<String> exported = ModuleFinder.of(Published.file(artifact, ".jar")).findAll().stream()
                .flatMap(found -> found.descriptor().exports().stream())
                .map(ModuleDescriptor.Exports::source)
                .sorted()
                .toList();
        assertThat(entries(artifact, "-javadoc.jar").stream()
                        // a module that exports nothing is shown as a whole
                        .filter(page -> page.endsWith("/package-summary.html") && !exported.isEmpty())
                        .map(page -> page.substring(page.indexOf('/') + 1, page.lastIndexOf('/'))
                                .replace('/', '.'))
                        .sorted()
                        .toList())
                .isEqualTo(exported);
        assertThat(Files.readString(Published.file(artifact, ".pom"))).contains("<description>");
    }

    @Test
    void the_bom_has_the_versions_that_the_build_has() throws Exception {
        Map<String, String> parent = managed(Launched.repository().resolve("pom.xml"));
        Map<String, String> bom = managed(Launched.repository().resolve("bootstrap/bom/pom.xml"));
        assertThat(bom.keySet())
                .containsAll(Published.MODULES.stream()
                        .map(module -> "dev.hexadmin:hexadmin-" + module)
                        .toList());
        bom.keySet().removeIf(name -> name.endsWith(":test-jar"));
        Map<String, String> helidon = new TreeMap<>();
        bom.forEach((artifact, version) -> {
            if (artifact.startsWith("io.helidon")) {
                helidon.put(artifact.substring(artifact.indexOf(':') + 1), version);
            }
        });
        assertThat(names(Launched.repository().resolve("bootstrap/target/app/lib")).stream()
                        .filter(jar -> jar.startsWith("helidon")))
                .as("every part of Helidon, since a part of another version would not fit")
                .containsExactlyInAnyOrderElementsOf(helidon.entrySet().stream()
                        .map(part -> part.getKey() + "-" + part.getValue() + ".jar")
                        .toList());
        bom.keySet().removeIf(name -> name.startsWith("io.helidon") && !parent.containsKey(name));
        assertThat(parent).containsAllEntriesOf(bom);
    }

    @Test
    void a_project_with_one_dependency_runs_on_the_module_path() throws Exception {
        project(POM);
        Files.writeString(folder.resolve("src/main/java/module-info.java"), MODULE);
        Published.maven(folder, "package");
        assertLibrariesAreThoseShipped();
        works(
                "--enable-native-access=org.xerial.sqlitejdbc",
                "-p",
                "target/consumer-1.jar:target/lib",
                "-m",
                "consumer/consumer.Consumer");
    }

    @Test
    void a_project_with_one_dependency_and_no_bom_runs_on_the_class_path() throws Exception {
        project(POM.replaceFirst("(?s) *<dependencyManagement>.*</dependencyManagement>\n", "")
                .replace(
                        "-bootstrap</artifactId>",
                        "-bootstrap</artifactId><version>" + Published.VERSION + "</version>"));
        Published.maven(folder, "package");
        assertLibrariesAreThoseShipped();
        works("--enable-native-access=ALL-UNNAMED", "-cp", "target/consumer-1.jar:target/lib/*", "consumer.Consumer");
    }

    private void assertLibrariesAreThoseShipped() throws Exception {
        List<String> shipped = new ArrayList<>(names(Launched.repository().resolve("bootstrap/target/app/lib")));
        assertThat(shipped.remove("hexadmin-example-storefront-" + Published.VERSION + ".jar"))
                .as("the example shop is shipped")
                .isTrue();
        assertThat(shipped.removeIf(jar -> jar.startsWith("slf4j-jdk14-")))
                .as("where SLF4J logs is chosen by the program")
                .isTrue();
        assertThat(shipped).as("Spring Boot would call it").noneMatch(jar -> jar.contains("flyway"));
        shipped.replaceAll(
                jar -> jar.replace("hexadmin-bootstrap-" + Published.VERSION + "-bcprov-", "bcprov-")); // unsigned
        assertThat(names(folder.resolve("target/lib")))
                .as("the libraries that are shipped, in their versions, but for the example shop")
                .containsExactlyInAnyOrderElementsOf(shipped);
    }

    private void project(String pom) throws Exception {
        Files.createDirectories(folder.resolve("src/main/java/consumer"));
        Files.writeString(folder.resolve("pom.xml"), pom);
        Files.writeString(folder.resolve("src/main/java/consumer/Consumer.java"), PROGRAM);
    }

    /** Starts it, signs in, makes a record and reads it, in the API and in the panel. */
    private void works(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        Map<String, String> environment = new HashMap<>(Launched.SHORT_LIVED);
        environment.put("HEXADMIN_ADMIN_EMAIL", EMAIL);
        environment.put("HEXADMIN_ADMIN_PASSWORD", PASSWORD);
        try (Launched program = Launched.run(folder, environment, command);
                HttpClient http = HttpClient.newHttpClient()) {
            String root = program.url();
            assertThat(send(http, root + "/observe/health/live", "", "").statusCode())
                    .isEqualTo(200);
            HttpResponse<String> signedIn = send(
                    http,
                    root + "/api/auth/token",
                    "",
                    "{\"email\":\"" + EMAIL + "\",\"password\":\"" + PASSWORD + "\"}");
            Matcher token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(signedIn.body());
            assertThat(token.find()).as(signedIn.body()).isTrue();
            HttpResponse<String> made =
                    send(http, root + "/admin/api/rooms/", token.group(1), "{\"name\":\"Operating theatre\"}");
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            assertThat(send(http, root + "/admin/api/rooms/1", token.group(1), "")
                            .body())
                    .contains("\"name\":\"Operating theatre\"");
            assertThat(send(http, root + "/openapi.json", "", "").body())
                    .contains("\"version\":\"" + Published.VERSION + "\"");
            assertThat(send(http, root + "/admin/login", "", "").body()).contains("csrf_token");
            HttpResponse<String> sent = send(
                    http,
                    root + "/api/notifications/send",
                    token.group(1),
                    "{\"user_id\":1,\"message\":\"Hello\",\"phone\":\"+15017122661\",\"channels\":[\"sms\"]}");
            assertThat(sent.body()).as("a provider that is found as a service").contains("\"provider\":\"console\"");
            assertThat(program.stop()).isEqualTo(143); // it has no shutdown of its own
            assertThat(program.errors()).doesNotContain("SEVERE").doesNotContain("WARNING: A restricted method");
        }
    }

    private static HttpResponse<String> send(HttpClient http, String url, String token, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static List<String> entries(String artifact, String ending) throws Exception {
        try (JarFile jar = new JarFile(Published.file(artifact, ending).toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Managed versions and exclusions of a POM by group and artifact, with {@code ${…}} of its properties resolved. */
    private static Map<String, String> managed(Path pom) throws Exception {
        Map<String, String> found = new TreeMap<>();
        try (InputStream in = Files.newInputStream(pom)) {
            Element project = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
            String version = child(project, "version");
            NodeList all = ((Element)
                            project.getElementsByTagName("dependencyManagement").item(0))
                    .getElementsByTagName("dependency");
            for (int i = 0; i < all.getLength(); i++) {
                Element each = (Element) all.item(i);
                String said = child(each, "version");
                Matcher property = Pattern.compile("\\$\\{(.+)}").matcher(said);
                String resolved = !property.matches()
                        ? said
                        : property.group(1).equals("project.version")
                                ? version
                                : project.getElementsByTagName(property.group(1))
                                        .item(0)
                                        .getTextContent();
                String type = child(each, "type");
                NodeList exclusions = each.getElementsByTagName("exclusion");
                List<String> without = new ArrayList<>();
                for (int k = 0; k < exclusions.getLength(); k++) {
                    without.add(child((Element) exclusions.item(k), "artifactId"));
                }
                found.put(
                        child(each, "groupId") + ":" + child(each, "artifactId") + (type.isEmpty() ? "" : ":" + type),
                        resolved + (without.isEmpty() ? "" : " without " + without));
            }
        }
        return found;
    }

    private static String child(Element element, String name) {
        for (var node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent().strip();
            }
        }
        return "";
    }
}
