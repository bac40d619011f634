package dev.hexadmin.application.identity;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.text.Language;
import java.util.List;

/** The built-in models about accounts. {@code admin_users} refers to {@code admin_roles}. */
public final class IdentityModels {
    private IdentityModels() {}

    /** Accounts; their rules are the hooks of {@link IdentityAssembly}. */
    public static ModelDefinition users() {
        return ModelDefinition.builder("admin_users")
                .label("User")
                .labelPlural("Users")
                .display("{email}")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .field(
                        "email",
                        FieldType.EMAIL,
                        f -> f.required().unique().maxLength(254).label("E-mail address"))
                .field(
                        "full_name",
                        FieldType.STRING,
                        f -> f.nullable(false).maxLength(150).defaultValue(new DefaultValue.Constant("")))
                .field(
                        "is_active",
                        FieldType.BOOLEAN,
                        f -> f.nullable(false)
                                .defaultValue(new DefaultValue.Constant(true))
                                .label("Active")
                                .help("An inactive user cannot sign in; what they are signed in to ends at once."))
                .field(
                        "is_superuser",
                        FieldType.BOOLEAN,
                        f -> f.nullable(false)
                                .defaultValue(new DefaultValue.Constant(false))
                                .label("Superuser")
                                .help("Bypasses all permission checks. Only a superuser makes or changes a superuser."))
                .field(
                        "password",
                        FieldType.STRING,
                        f -> f.column("password_hash")
                                .nullable(false)
                                .writeOnly()
                                .minLength(12)
                                .maxLength(256)
                                .help("Needed to create a user, unless users sign in by an identity provider. A new"
                                        + " one ends every session of the user."))
                .field(
                        "roles",
                        FieldType.REFERENCES,
                        f -> f.to("admin_roles")
                                .through(new Reference.JoinTable("admin_user_roles", "user_id", "role_id")))
                .field(
                        "language",
                        FieldType.ENUM,
                        f -> f.values(Language.OFFERED.stream()
                                        .map(Language::tag)
                                        .toList())
                                .help("Texts of the panel and mails to the user are in this language; empty for the"
                                        + " language of the browser."))
                .field(
                        "time_zone",
                        FieldType.STRING,
                        f -> f.maxLength(64)
                                .help("A name of the IANA database, such as Europe/Berlin. The panel shows times in"
                                        + " this zone; empty for UTC."))
                .field(
                        "created_at",
                        FieldType.DATETIME,
                        f -> f.readOnly().nullable(false).defaultValue(new DefaultValue.Now()))
                .field("last_login", FieldType.DATETIME, f -> f.readOnly().label("Last sign-in"))
                .field(
                        "source",
                        FieldType.STRING,
                        f -> f.readOnly()
                                .maxLength(50)
                                .label("Managed by")
                                .help("The identity source where this user lives; empty for accounts made here."))
                .field(
                        "gone_at",
                        FieldType.DATETIME,
                        f -> f.readOnly().label("Missing there since").help("Why the account is inactive."))
                .listDisplay(List.of("email", "full_name", "is_active", "is_superuser", "roles", "last_login"))
                .searchFields(List.of("email", "full_name"))
                .listFilter(List.of("is_active", "is_superuser", "roles"))
                .ordering(List.of("email"))
                .navGroup("Access")
                .navOrder(900)
                .access(ModelDefinition.Access.BUILT_IN)
                .build();
    }

    /** Sign-in attempts, with the client address. */
    public static ModelDefinition loginAttempts() {
        return ModelDefinition.builder("admin_login_attempts")
                .label("Login attempt")
                .labelPlural("Login attempts")
                .display("{email}")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .field(
                        "email",
                        FieldType.STRING,
                        f -> f.readOnly().nullable(false).maxLength(254))
                .field(
                        "address",
                        FieldType.STRING,
                        f -> f.readOnly().nullable(false).maxLength(64))
                .field("success", FieldType.BOOLEAN, f -> f.readOnly().nullable(false))
                .field(
                        "reason",
                        FieldType.STRING,
                        f -> f.readOnly().nullable(false).maxLength(64))
                .field("at", FieldType.DATETIME, f -> f.readOnly().nullable(false))
                .listDisplay(List.of("at", "email", "address", "success", "reason"))
                .searchFields(List.of("email", "address"))
                .listFilter(List.of("success", "reason", "at"))
                .ordering(List.of("-at"))
                .navGroup("Access")
                .navOrder(950)
                .access(ModelDefinition.Access.BUILT_IN)
                .readOnly()
                .build();
    }
}
