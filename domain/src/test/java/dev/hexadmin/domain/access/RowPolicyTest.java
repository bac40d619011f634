package dev.hexadmin.domain.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.access.RowPolicy.Reading;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowPolicyTest {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("countries")
                    .field("code", FieldType.STRING, f -> f.primaryKey())
                    .build(),
            ModelDefinition.builder("customers")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("email", FieldType.EMAIL)
                    .field("secret", FieldType.STRING, f -> f.writeOnly())
                    .field("country_id", FieldType.REFERENCE, f -> f.to("countries"))
                    .field("parent_id", FieldType.REFERENCE, f -> f.to("customers"))
                    .build(),
            ModelDefinition.builder("tags")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("orders")
                    .field("id", FieldType.UUID, f -> f.primaryKey())
                    .field("owner_id", FieldType.INTEGER, f -> f.renamedFrom("keeper_id"))
                    .field(
                            "customer_id",
                            FieldType.REFERENCE,
                            f -> f.to("customers").renamedFrom("client_id"))
                    .field("status", FieldType.ENUM, f -> f.values(List.of("draft", "paid")))
                    .field("note", FieldType.TEXT)
                    .field("total", FieldType.DECIMAL)
                    .field("weight", FieldType.FLOAT)
                    .field("urgent", FieldType.BOOLEAN)
                    .field("due", FieldType.DATE)
                    .field("placed_at", FieldType.DATETIME)
                    .field("extra", FieldType.JSON)
                    .field("not", FieldType.INTEGER)
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .build()));
    private static final Model ORDERS = REGISTRY.model("orders").orElseThrow();
    private static final Actor.SignedIn EVA =
            new Actor.SignedIn(new UserId(7), new EmailAddress("eva@example.com"), Rights.NONE, Actor.Origin.LOCAL);

    private static RowPolicy understood(String text) {
        Reading reading = RowPolicy.read(ORDERS, text);
        assertThat(reading).as(text).isInstanceOf(Reading.Understood.class);
        return ((Reading.Understood) reading).policy();
    }

    /** A condition in one line: {@code [a & b]}, {@code [a | b]}, {@code !a}, {@code field lookup values}. */
    private static String shown(Condition condition) {
        return switch (condition) {
            case Condition.All(List<Condition> parts) -> joined(parts, " & ");
            case Condition.Any(List<Condition> parts) -> joined(parts, " | ");
            case Condition.Not(Condition part) -> "!" + shown(part);
            case Condition.Compare compare ->
                compare.path().text() + " " + compare.lookup().word() + " "
                        + compare.values().stream()
                                .map(value -> value.getClass().getSimpleName() + ":" + value)
                                .collect(Collectors.joining(","));
            case Condition.Matches matches -> throw new AssertionError(matches);
        };
    }

    private static String joined(List<Condition> parts, String by) {
        return parts.stream().map(RowPolicyTest::shown).collect(Collectors.joining(by, "[", "]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "owner_id = $user.id ~ owner_id exact Long:7",
                "OWNER_ID = 1 ~ -",
                "note = $user.email ~ note exact String:eva@example.com",
                "note = $user.id ~ note exact String:7",
                "total = $user.id ~ total exact BigDecimal:7",
                "customer_id = 3 ~ customer_id exact Long:3",
                "customer_id=$user.id ~ customer_id exact Long:7",
                "customer__email = $user.email ~ customer_id__email exact String:eva@example.com",
                "customer.email = $USER.EMAIL ~ customer_id__email exact String:eva@example.com",
                "customer_id__country_id in ('DE', 'it''s') ~ customer_id__country_id in String:DE,String:it's",
                "customer.country.code != 'DE' ~ customer_id__country_id__code ne String:DE",
                "status not in ('draft') ~ !status in String:draft",
                "owner_id is null ~ owner_id isnull Boolean:true",
                "owner_id IS NOT NULL ~ owner_id isnull Boolean:false",
                "owner_id = null ~ owner_id isnull Boolean:true",
                "owner_id <> NULL ~ owner_id isnull Boolean:false",
                "urgent = TRUE ~ urgent exact Boolean:true",
                "urgent != false ~ urgent ne Boolean:false",
                "due >= '2026-11-20' ~ due gte LocalDate:2026-11-20",
                "placed_at < '2026-11-20T12:00:00+01:00' ~ placed_at lt Instant:2026-11-20T11:00:00Z",
                "id = '00000000-0000-0000-0000-000000000001' ~ id exact UUID:00000000-0000-0000-0000-000000000001",
                "total>-19.90 ~ total gt BigDecimal:-19.90",
                "weight <= 2 ~ weight lte Double:2.0",
                "note contains '50%' ~ note icontains String:50%",
                "note starts with 'A_' ~ note istartswith String:A_",
                "tags = 3 ~ tags exact Long:3",
                "tags != 3 ~ !tags exact Long:3",
                "tags.name != 'x' ~ !tags__name exact String:x",
                "tags is null ~ tags isnull Boolean:true",
                "\"not\" = 1 ~ not exact Long:1",
                "owner_id = 1 or owner_id = 2 and urgent = true"
                        + " ~ [owner_id exact Long:1 | [owner_id exact Long:2 & urgent exact Boolean:true]]",
                "(owner_id = 1 or owner_id = 2) and not urgent = true"
                        + " ~ [[owner_id exact Long:1 | owner_id exact Long:2] & !urgent exact Boolean:true]",
                "not not owner_id=1 ~ !!owner_id exact Long:1",
                "((owner_id=1)) ~ owner_id exact Long:1",
            })
    void a_policy_means_a_condition(String text, String meaning) {
        if (meaning.equals("-")) {
            assertThat(RowPolicy.read(ORDERS, text)).isInstanceOf(Reading.Misunderstood.class);
            return;
        }
        assertThat(shown(understood(text).bind(EVA))).isEqualTo(meaning);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "`` ~ 1 ~ a field of orders is expected, not the end",
                "owner ~ 1 ~ 'owner' is no field of orders",
                "owner_id ~ 9 ~ a comparison such as '=', 'in' or 'is null' is expected, not the end",
                "owner_id == 1 ~ 11 ~ a whole number is expected, not '='",
                "owner_id = ~ 11 ~ a whole number is expected, not the end",
                "owner_id = 'x' ~ 12 ~ a whole number is expected, not a text",
                "owner_id = 1.5 ~ 12 ~ a whole number is expected, not '1.5'",
                "owner_id = 99999999999999999999 ~ 12 ~ a whole number is expected",
                "owner_id = 1 owner_id ~ 14 ~ 'and', 'or' or the end is expected, not 'owner_id'",
                "owner_id = 1 and ~ 17 ~ a field of orders is expected",
                "(owner_id = 1 ~ 14 ~ 'and', 'or' or ')' is expected, not the end",
                "owner_id = 1) ~ 13 ~ 'and', 'or' or the end is expected, not ')'",
                "owner_id in 1 ~ 13 ~ '(' is expected",
                "owner_id in () ~ 14 ~ a whole number is expected, not ')'",
                "owner_id in (1 2) ~ 16 ~ ',' or ')' is expected",
                "owner_id in (1, null) ~ 17 ~ null cannot be compared here",
                "owner_id < null ~ 12 ~ null cannot be compared here",
                "owner_id is 1 ~ 13 ~ 'null' or 'not null' is expected",
                "owner_id is not 1 ~ 17 ~ 'null' is expected",
                "owner_id not 1 ~ 14 ~ 'in' is expected",
                "owner_id = $user.name ~ 12 ~ $user.id or $user.email is expected, not '$user.name'",
                "owner_id = $user.email ~ 12 ~ a whole number is expected, not $user.email",
                "status = $user.id ~ 10 ~ one of 'draft', 'paid' is expected, not $user.id",
                "status = 'void' ~ 10 ~ one of 'draft', 'paid' is expected",
                "note = \"x\" ~ 8 ~ a text is written in single quotes: 'x'",
                "note = 'x ~ 8 ~ the text that begins here has no closing '",
                "note = 1 ~ 8 ~ a 'text' is expected, not '1'",
                "urgent = 1 ~ 10 ~ true or false is expected, not '1'",
                "due = '20.11.2026' ~ 7 ~ a date such as '2026-11-20' is expected",
                "owner_id contains 'x' ~ 10 ~ 'contains' cannot be used on owner_id, which is of type integer",
                "urgent > true ~ 8 ~ '>' cannot be used on urgent",
                "extra = 'x' ~ 7 ~ '=' cannot be used on extra",
                "tags > 3 ~ 6 ~ '>' cannot be used on tags",
                "customer.secret = 'x' ~ 1 ~ 'customer.secret' cannot be looked at",
                "customer.parent.parent.parent.parent.id = 1 ~ 1 ~ follows more than 4 references",
                "owner_id = 1x ~ 13 ~ a number ends before 'x'",
                "owner_id = 1; drop ~ 13 ~ ';' has no meaning here",
                "owner_id = 1 -- x ~ 14 ~ '-' has no meaning here",
            })
    void a_text_that_is_no_policy_is_refused_with_its_position(String text, int position, String message) {
        Reading reading = RowPolicy.read(ORDERS, text);
        assertThat(reading).isInstanceOf(Reading.Misunderstood.class);
        Reading.Misunderstood misunderstood = (Reading.Misunderstood) reading;
        assertThat(misunderstood.message().english()).contains(message).startsWith("At position " + position + ": ");
        assertThat(misunderstood.position()).isEqualTo(position);
    }

    @Test
    void a_policy_of_a_program_is_parsed_or_refused_with_the_reason() {
        RowPolicy own = RowPolicy.parse(ORDERS, "owner_id = $user.id");
        assertThat(own.bind((Actor) EVA)).isEqualTo(own.bind(EVA));
        assertThat(own.bind(new Actor.Operator("a program"))).isEqualTo(Condition.always());
        assertThat(own.bind(new Actor.Anonymous(Actor.Origin.LOCAL))).isEqualTo(Condition.never());
        assertThatThrownBy(() -> RowPolicy.parse(ORDERS, "owner = 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "model 'orders': the row policy \"owner = 1\" is not understood. At position 1: ");
    }

    @Test
    void length_and_depth_are_bounded() {
        String deep = "(".repeat(RowPolicy.MAX_DEPTH) + "owner_id=1" + ")".repeat(RowPolicy.MAX_DEPTH);
        understood(deep);
        assertThat(RowPolicy.read(ORDERS, "(" + deep + ")")).isInstanceOf(Reading.Misunderstood.class);
        assertThat(RowPolicy.read(ORDERS, "not ".repeat(400) + "owner_id=1")).isInstanceOf(Reading.Misunderstood.class);
        assertThat(RowPolicy.read(ORDERS, "owner_id=1" + " ".repeat(RowPolicy.MAX_LENGTH)))
                .isInstanceOf(Reading.Misunderstood.class);
        assertThat(RowPolicy.read(ORDERS, "note = '\u0000'")).isInstanceOf(Reading.Misunderstood.class);
    }

    @RepeatedTest(1_000)
    void no_text_makes_the_parser_fail(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        String text = random.ints(random.nextInt(61), 0, random.nextBoolean() ? 0x80 : 0x10000)
                .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                .toString();
        assertThat(RowPolicy.read(ORDERS, text)).isNotNull();
        assertThat(RowPolicy.read(ORDERS, "owner_id " + text)).isNotNull();
        assertThat(RowPolicy.read(ORDERS, "note = '" + text)).isNotNull();
    }

    @Test
    void the_fields_looked_at_are_known_with_their_way() {
        assertThat(understood("owner_id = 1 and (customer.email is null or not customer.email = 'x')")
                        .paths())
                .extracting(path -> path.text())
                .containsExactly("owner_id", "customer_id__email");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "owner_id  =  $user.id",
                "status = 'paid'",
                "owner_id = $user.id and total > 5",
                "owner_id = $user.id or status = 'paid'",
                "(owner_id = $user.id or status = 'paid') and urgent = true",
            })
    void a_policy_that_repeats_a_wider_one_and_narrows_it_lies_within(String text) {
        assertThat(understood(text).within(List.of(understood("owner_id = $user.id"), understood("status = 'paid'"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "owner_id = 7",
                "not owner_id = $user.id",
                "owner_id = $user.id or urgent = true",
                "owner_id is not null",
            })
    void any_other_policy_does_not(String text) {
        assertThat(understood(text).within(List.of(understood("owner_id = $user.id"), understood("status = 'paid'"))))
                .isFalse();
        assertThat(understood(text).within(List.of())).isFalse();
    }

    @Test
    void former_names_lead_to_renamed_fields() {
        assertThat(understood("keeper_id = 7 and client.email = 'a@example.com'")
                        .term())
                .isEqualTo(understood("owner_id = 7 and customer.email = 'a@example.com'")
                        .term());
    }
}
