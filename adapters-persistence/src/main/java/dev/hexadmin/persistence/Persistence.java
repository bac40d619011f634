package dev.hexadmin.persistence;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.audit.port.AuditRetention;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.caching.port.MissedChanges;
import dev.hexadmin.application.caching.port.TableUse;
import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.comments.port.NamedUsers;
import dev.hexadmin.application.dashboard.port.DashboardLayouts;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.OneTimeCodes;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.identity.port.PasswordHashes;
import dev.hexadmin.application.identity.port.PasswordStrength;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.port.NamedLocks;
import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.application.views.port.SavedViews;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.access.JdbcGrants;
import dev.hexadmin.persistence.access.JdbcRoles;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.caching.JdbcMissedChanges;
import dev.hexadmin.persistence.comments.JdbcComments;
import dev.hexadmin.persistence.comments.JdbcNamedUsers;
import dev.hexadmin.persistence.copy.CopyFailedException;
import dev.hexadmin.persistence.copy.DatabaseCopy;
import dev.hexadmin.persistence.credentials.Argon2PasswordHashes;
import dev.hexadmin.persistence.credentials.JavaOtpCodes;
import dev.hexadmin.persistence.credentials.ZxcvbnPasswordStrength;
import dev.hexadmin.persistence.dashboard.JdbcDashboardLayouts;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.files.DiskFileContents;
import dev.hexadmin.persistence.files.JdbcFiles;
import dev.hexadmin.persistence.files.S3FileContents;
import dev.hexadmin.persistence.files.TikaFileFormats;
import dev.hexadmin.persistence.idempotency.JdbcIdempotencyStore;
import dev.hexadmin.persistence.identity.JdbcAccountLinks;
import dev.hexadmin.persistence.identity.JdbcApiKeys;
import dev.hexadmin.persistence.identity.JdbcInvitations;
import dev.hexadmin.persistence.identity.JdbcKnownDevices;
import dev.hexadmin.persistence.identity.JdbcLinkedIdentities;
import dev.hexadmin.persistence.identity.JdbcLoginAttempts;
import dev.hexadmin.persistence.identity.JdbcOpenAccess;
import dev.hexadmin.persistence.identity.JdbcPasskeys;
import dev.hexadmin.persistence.identity.JdbcRefreshTokens;
import dev.hexadmin.persistence.identity.JdbcSecondFactors;
import dev.hexadmin.persistence.identity.JdbcSessions;
import dev.hexadmin.persistence.identity.JdbcUsedTokens;
import dev.hexadmin.persistence.identity.JdbcUsers;
import dev.hexadmin.persistence.indexes.ListUses;
import dev.hexadmin.persistence.indexes.MissingIndexes;
import dev.hexadmin.persistence.introspection.Introspection;
import dev.hexadmin.persistence.introspection.TableCheck;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.DatabaseKinds;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.migration.BuiltInTables;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.notifications.JdbcAddressees;
import dev.hexadmin.persistence.notifications.JdbcFeeds;
import dev.hexadmin.persistence.notifications.JdbcOutbox;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.records.MatchingKeys;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.search.JdbcSearchIndex;
import dev.hexadmin.persistence.search.SearchTables;
import dev.hexadmin.persistence.servers.JdbcServerRegistry;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.BucketSettings;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.PasswordCost;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import dev.hexadmin.persistence.transfer.JdbcImports;
import dev.hexadmin.persistence.views.JdbcSavedViews;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An open database: everything this adapter gives to the application. Thread-safe. */
public final class Persistence implements AutoCloseable {
    private final Database database;
    private final SearchTables searchTables;
    private final ListUses listUses;

    private Persistence(Database database) {
        this.database = database;
        this.searchTables = new SearchTables(database);
        this.listUses = new ListUses(database);
    }

    /**
     * Reads {@code DATABASE_URL}, such as {@code sqlite:path/to/file.db}.
     *
     * @param poolSize connections to a server at most
     * @throws IllegalArgumentException when no kind of database has such a URL; the message never holds the password
     */
    public static DatabaseSettings settings(String url, int poolSize) {
        return DatabaseKinds.INCLUDED.settings(url, poolSize);
    }

    /** Whether two servers are of one kind, such as MySQL and MariaDB. */
    public static boolean isSameKind(DatabaseSettings.Server one, DatabaseSettings.Server other) {
        return DatabaseKinds.INCLUDED.isSameKind(one, other);
    }

    /**
     * Connects.
     *
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws DataSourceRejectedException when a program's own source cannot be used
     */
    public static Persistence open(DatabaseSettings settings) {
        return new Persistence(Database.open(settings));
    }

    /**
     * The same with spans of the statements that run within a trace.
     *
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws DataSourceRejectedException when a program's own source cannot be used
     */
    public static Persistence open(DatabaseSettings settings, OpenTelemetry telemetry) {
        return new Persistence(Database.open(settings, telemetry));
    }

    /**
     * Brings the built-in tables up to date. Other users of the machine lose their access to the files of an embedded
     * database.
     *
     * @return how many migrations were applied
     * @throws IllegalStateException when a newer version of the program created the database
     */
    public int migrate() {
        database.protectFiles();
        return new Migrations(database).apply();
    }

    /**
     * Models of the existing tables, except built-in tables and those of {@code registered} models. References to
     * {@code registered} models are resolved.
     *
     * @param schemas the schemas to look into; empty: those in which the database finds tables by itself
     * @throws IllegalArgumentException when the database does not have one of them
     */
    public List<ModelDefinition> introspect(Collection<ModelDefinition> registered, List<String> schemas) {
        return Introspection.of(database).models(registered, schemas);
    }

    /** The model as far as its table allows: only the operations that the database user may perform on it. */
    public List<ModelDefinition> limited(Collection<ModelDefinition> models) {
        Map<String, TableCheck.Possible> possible = new TableCheck(database).possible(models);
        return models.stream()
                .map(model -> {
                    TableCheck.@Nullable Possible of = possible.get(model.name());
                    ModelDefinition limited = of == null ? model : model.limitedTo(of.operations());
                    return of != null && of.view() ? limited.ofView() : limited;
                })
                .toList();
    }

    /** What {@link #introspect} would return without registered models, and without log lines. */
    public List<ModelDefinition> tables(List<String> schemas) {
        return Introspection.of(database).models(List.of(), schemas, note -> {});
    }

    /** The types of fields, besides those of numbers, whose values a column of numbers can hold. */
    public Set<FieldType> heldAsNumbers() {
        return database.kind().dialect().heldAsNumbers();
    }

    /** The types of fields, besides those of texts, whose values a column of texts can hold. */
    public Set<FieldType> heldAsTexts() {
        return database.kind().dialect().heldAsTexts();
    }

    /** The schema in the name of a model's table; empty without one, and in databases without schemas. */
    public String schemaOf(ModelDefinition model) {
        return database.kind().dialect().schemaOf(model.table());
    }

    /** Whether a table without a schema in its name is one of the program's own, on any kind of database. */
    public static boolean isBuiltIn(String table) {
        TableName name = TableName.parse(table);
        return name.schema().isEmpty() && BuiltInTables.contains(name.name());
    }

    /** The same for tables of schemas: those of another one are the program's where it has a history of migrations. */
    public boolean isBuiltInHere(String table) {
        TableName name = TableName.parse(table);
        return isBuiltIn(table)
                || (BuiltInTables.contains(name.name())
                        && !database.kind().dialect().schemaOf(table).isEmpty()
                        && new Migrations(database).existIn(name.schema()));
    }

    /**
     * The problems that prevent models from working with the existing tables; empty when there are none.
     *
     * @param managed those whose tables are managed
     */
    public List<TableProblem> problems(Collection<Model> models, Collection<Model> managed) {
        return new TableCheck(database)
                .problems(models, managed).stream()
                        .map(found -> new TableProblem(found.model(), found.problem(), found.missing()))
                        .toList();
    }

    /**
     * A problem that prevents a model from working with its table.
     *
     * @param model its name
     * @param sentence what is wrong, and what to do
     * @param missing whether a table or column is missing, or a column is of a type that its field cannot use: what the
     *     start adds or changes in managed tables
     */
    public record TableProblem(String model, String sentence, boolean missing) {}

    /**
     * Checks models whose tables are to be managed; changes nothing.
     *
     * @throws SchemaMismatchException when no table can be made for one
     */
    public void requireManageable(Collection<Model> models) {
        ManagedSchema.requireManageable(database.kind(), models);
    }

    /**
     * The same without a database.
     *
     * @param settings no program's own source, of which only a connection tells the kind
     * @throws SchemaMismatchException when no table can be made for one
     */
    public static void requireManageable(DatabaseSettings settings, Collection<Model> models) {
        ManagedSchema.requireManageable(DatabaseKinds.INCLUDED.of(settings), models);
    }

    /**
     * Creates the tables of these models with their search tables, or adds what is missing to them.
     *
     * @throws SchemaMismatchException when additions alone cannot make a table match its model
     */
    public void manage(Collection<Model> models) {
        new ManagedSchema(database).apply("models", models);
        searchTables.apply(models);
    }

    /**
     * The same as {@link #manage}, and compares the tables with the models also when those are unchanged since the last
     * start.
     *
     * @throws SchemaMismatchException when additions alone cannot make a table match its model
     */
    public void repair(Collection<Model> models) {
        new ManagedSchema(database).repair(models);
        searchTables.apply(models);
    }

    /**
     * The same as {@link #repair}, and drops the columns of the tables that belong to no field of their model. Tables
     * are never dropped.
     *
     * @throws SchemaMismatchException when the database cannot change a table
     */
    public void manageAndDrop(Collection<Model> models) {
        ManagedSchema schema = new ManagedSchema(database);
        schema.applyBeforeDrop(models);
        searchTables.apply(models); // what keeps a search index up to date would use the columns
        schema.drop(models);
    }

    /**
     * Copies the installation into an empty database, which gets the built-in tables and those of these models.
     *
     * @param models those whose tables are managed
     * @param whileRunning whether a server may be running on this database; what it writes meanwhile is not copied
     * @throws CopyFailedException when the databases cannot be used for it, or the target cannot hold a row
     * @throws SchemaMismatchException when a table does not match its model, or cannot be made in the target
     */
    public DatabaseCopy.Result copyTo(
            DatabaseSettings target, Collection<Model> models, boolean whileRunning, DatabaseCopy.Progress progress) {
        return DatabaseCopy.run(database, target, models, whileRunning, progress);
    }

    /** The scripts that {@link #migrate} would run on the built-in tables; changes nothing. */
    public List<String> planMigrations() {
        return new Migrations(database).plan();
    }

    /**
     * The statements that {@link #repair} would run on the tables of these models; changes nothing.
     *
     * @param dropping those of {@link #manageAndDrop}
     * @throws SchemaMismatchException when additions alone cannot make a table match its model
     */
    public List<String> plan(Collection<Model> models, boolean dropping) {
        return new ManagedSchema(database).plan(models, dropping);
    }

    /** The names of the models whose search index {@link #manage} would build or drop; changes nothing. */
    public List<String> planSearch(Collection<Model> models) {
        return searchTables.plan(models);
    }

    /**
     * Creates the table of a model that is not registered, or adds what is missing to it. Its words are not indexed.
     *
     * @throws SchemaMismatchException when additions alone cannot make the table match the model
     */
    public void manageBeside(Model model) {
        new ManagedSchema(database).apply("beside " + model.name(), List.of(model));
    }

    /** Whether several servers may work on the database. */
    public boolean shared() {
        return database.kind().shared();
    }

    /**
     * The time by the database's own clock.
     *
     * @throws ServiceUnavailableException when the database is unavailable
     */
    public Instant now() {
        SqlFragments sql = database.kind().sql();
        return database.read(session -> {
            try (Session.Prepared prepared = session.prepare("SELECT " + sql.now());
                    ResultSet row = prepared.statement().executeQuery()) {
                row.next();
                return sql.moment(row, 1).orElseThrow();
            }
        });
    }

    /** Why the database cannot be used now; empty when it can. */
    public Optional<ServiceUnavailableException.Reason> outage() {
        return database.outage();
    }

    /** How its connections are used now. */
    public ConnectionUse connectionUse() {
        return new ConnectionUse(database.active(), database.most(), database.waiting());
    }

    /**
     * How the connections to a database are used; without the writer of an embedded database.
     *
     * @param active connections in use
     * @param most connections in use at the same time at most
     * @param waiting threads that wait for a connection
     */
    public record ConnectionUse(int active, int most, int waiting) {}

    /** The id of this database for all its servers: 32 hexadecimal digits, generated with the built-in tables. */
    public String installation() {
        return database.query(execute -> execute.get("SELECT id FROM admin_installation")
                .orElseThrow(() -> new IllegalStateException("admin_installation has lost its row"))
                .column("id")
                .get(String.class));
    }

    /** Inserts data that a program generates itself. */
    public BulkLoad bulkLoad() {
        return new BulkLoad(database);
    }

    /**
     * Reads records from replicas, if the settings have any. Called before requests are served.
     *
     * @param marks shared by all servers on the database
     */
    public void readReplicas(WriteMarks marks) {
        database.readReplicas(marks);
    }

    public UnitOfWork unitOfWork() {
        return database;
    }

    public NamedLocks namedLocks() {
        return database;
    }

    public TableUse tableUse() {
        return database;
    }

    public MissedChanges missedChanges() {
        return new JdbcMissedChanges(database);
    }

    public Users users() {
        return new JdbcUsers(database);
    }

    public RefreshTokens refreshTokens() {
        return new JdbcRefreshTokens(database);
    }

    public LoginAttempts loginAttempts() {
        return new JdbcLoginAttempts(database);
    }

    public Sessions sessions() {
        return new JdbcSessions(database);
    }

    public LinkedIdentities linkedIdentities() {
        return new JdbcLinkedIdentities(database);
    }

    /** The stores of invitations, of links in mails and of devices, and the overview of all sessions and keys. */
    public IdentityAssembly.MailStores mailStores() {
        return new IdentityAssembly.MailStores(
                new JdbcInvitations(database),
                new JdbcAccountLinks(database),
                new JdbcKnownDevices(database),
                new JdbcOpenAccess(database, new MatchingKeys(database.kind())));
    }

    public Passkeys passkeys() {
        return new JdbcPasskeys(database);
    }

    public UsedTokens usedTokens() {
        return new JdbcUsedTokens(database);
    }

    public SecondFactors secondFactors() {
        return new JdbcSecondFactors(database);
    }

    public ApiKeys apiKeys() {
        return new JdbcApiKeys(database);
    }

    /**
     * @param random cryptographically strong
     * @param cost of new hashes
     */
    public PasswordHashes passwordHashes(RandomGenerator random, PasswordCost cost) {
        return new Argon2PasswordHashes(random, cost);
    }

    public static PasswordStrength passwordStrength() {
        return new ZxcvbnPasswordStrength();
    }

    public OneTimeCodes oneTimeCodes() {
        return new JavaOtpCodes();
    }

    public Roles roles() {
        return new JdbcRoles(database);
    }

    public Comments comments() {
        return new JdbcComments(database);
    }

    public NamedUsers namedUsers() {
        return new JdbcNamedUsers(database);
    }

    public SavedViews savedViews() {
        return new JdbcSavedViews(database);
    }

    public Grants grants(ModelRegistry registry) {
        return new JdbcGrants(database, registry);
    }

    public AuditTrail auditTrail() {
        return new JdbcAuditTrail(database);
    }

    /**
     * Prepares the tables that have partitions for the present month and the next ones, so that whole months can be deleted.
     * It is to be repeated every few minutes; rows are stored without it, too. Must not be called inside a unit of work.
     */
    public void openMonth(Instant now) {
        new MonthlyTables(database).advance(now);
    }

    public AuditRetention auditRetention() {
        return new JdbcAuditTrail(database);
    }

    public IdempotencyStore firstAnswers() {
        return new JdbcIdempotencyStore(database);
    }

    public DashboardLayouts dashboardLayouts() {
        return new JdbcDashboardLayouts(database);
    }

    public Imports imports() {
        return new JdbcImports(database);
    }

    public Files files() {
        return new JdbcFiles(database);
    }

    /** Content of files in a folder, which is created when the first file is written. */
    public FileContents filesOnDisk(Path folder) {
        return new DiskFileContents(folder);
    }

    /**
     * Content of files in a bucket, which exists.
     *
     * @throws IllegalArgumentException when the bucket cannot be used with these settings
     * @throws dev.hexadmin.application.ServiceUnavailableException when the store does not answer
     */
    public FileContents filesInBucket(BucketSettings settings) {
        return S3FileContents.open(settings);
    }

    public FileFormats fileFormats() {
        return new TikaFileFormats();
    }

    public Feeds feeds() {
        return new JdbcFeeds(database);
    }

    public Addressees addressees() {
        return new JdbcAddressees(database);
    }

    public ServerRegistry servers() {
        return new JdbcServerRegistry(database);
    }

    public Outbox outbox() {
        return new JdbcOutbox(database);
    }

    /** @param versionKey keys record versions; at least 32 bytes, the same on every server */
    public Records records(ModelRegistry registry, byte[] versionKey) {
        return new JdbcRecords(database, registry, versionKey, searchTables::of, listUses);
    }

    /** @param records of the same database */
    public SearchIndex searchIndex(Records records) {
        return new JdbcSearchIndex(database, records, searchTables);
    }

    /**
     * Indexes some of the records that changed, in one short transaction.
     *
     * @return whether there may be more to do
     */
    public boolean catchUpSearch() {
        return searchTables.catchUp();
    }

    /** Stores by which fields lists were ordered and filtered since the last call. */
    public void storeListUses(Instant now) {
        listUses.store(now);
    }

    /** The fields by which lists of large tables are often ordered or filtered, and with which no index begins. */
    public List<MissingIndex> missingIndexes(Collection<Model> models) {
        return new MissingIndexes(database, listUses)
                .find(models).stream()
                        .map(one -> new MissingIndex(
                                one.model().name(), one.field().name(), one.ordered(), one.filtered(), one.statement()))
                        .toList();
    }

    /**
     * An index that lists would use.
     *
     * @param model its name
     * @param field its name
     * @param ordered how often lists were ordered by the field
     * @param filtered how often they were filtered by it
     * @param statement creates an index, on PostgreSQL while others write to the table
     */
    public record MissingIndex(String model, String field, long ordered, long filtered, String statement) {}

    /**
     * Rejects new work, and waits for running transactions and queries.
     *
     * @return how many connections are still in use
     */
    public int drain(Duration patience) {
        return database.drain(patience);
    }

    /** Finishes running writes and closes all connections. */
    @Override
    public void close() {
        database.close();
    }
}
