package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.identity.port.AccountMail.Kind;
import dev.hexadmin.application.identity.port.AccountMail.Letter;
import dev.hexadmin.application.identity.port.AccountMail.Link;
import dev.hexadmin.application.identity.port.AccountMail.Wording;
import dev.hexadmin.application.identity.port.Invitations.StoredInvitation;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.BrowserName;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.MessageTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Words and sends the mails about accounts, inside a unit of work. Thread-safe. */
public final class AccountMessages {
    private static final ZoneId UTC = ZoneId.of("UTC");

    private final Supplier<AccountMail> mail;
    private final Users users;
    private final IdentitySettings settings;

    /** @param mail asked for at each mail, because messages are assembled after accounts */
    public AccountMessages(Supplier<AccountMail> mail, Users users, IdentitySettings settings) {
        this.mail = mail;
        this.users = users;
        this.settings = settings;
    }

    /** Whether links can be sent. */
    boolean sendsLinks() {
        return settings.mailing().links().isPresent() && mail.get().available();
    }

    /** Throws {@code CONFLICT mail_not_configured} when no link can be sent. */
    void requireLinks() {
        if (!mail.get().available()) {
            throw notConfigured(
                    Message.of("This installation cannot send mails with links. No provider of e-mail is configured."));
        }
        if (settings.mailing().links().isEmpty()) {
            throw notConfigured(
                    Message.of(
                            "This installation cannot send mails with links. The setting public_url is missing, which links in mails begin with."));
        }
    }

    private static RequestRejectedException notConfigured(Message why) {
        return RequestRejectedException.conflict("mail_not_configured", why, List.of());
    }

    private Optional<Link> link(Message label, Function<IdentitySettings.LinkAddresses, String> page, String token) {
        return Optional.of(new Link(label, page.apply(settings.mailing().links().orElseThrow()) + token));
    }

    void invitation(StoredInvitation invitation, String token, Language language) {
        Message by = invitation
                .inviter()
                .map(inviter -> product(Message.of("{user} has invited you to {product}."))
                        .with("user", inviter.email().value()))
                .orElseGet(() -> product(Message.of("You are invited to {product}.")));
        send(new Letter(
                Kind.LINK,
                Optional.empty(),
                invitation.email(),
                language,
                new Wording(
                        product(Message.of("Invitation to {product}")),
                        List.of(by, Message.of("Choose a password to create your account.")),
                        link(Message.of("Create your account"), IdentitySettings.LinkAddresses::invitation, token),
                        List.of(Message.of(
                                        "The link can be used once, until {time}. If you did not expect this mail, you"
                                                + " can ignore it.")
                                .with(
                                        "time",
                                        new Reader(language, Optional.empty())
                                                .time(invitation.times().expiresAt()))))));
    }

    void passwordReset(User user, String token, Actor.Origin origin, Instant now) {
        Instant end = now.plus(settings.mailing().passwordReset());
        Reader reader = reader(user.id(), origin.client().language());
        send(new Letter(
                Kind.LINK,
                Optional.of(user.id()),
                user.email(),
                reader.language(),
                new Wording(
                        product(Message.of("New password for {product}")),
                        List.of(at(
                                Message.of(
                                        "A new password was requested for your account at {time} from the address {address}."),
                                origin,
                                reader,
                                now)),
                        link(Message.of("Set a new password"), IdentitySettings.LinkAddresses::passwordReset, token),
                        List.of(Message.of("The link can be used once, until {time}. If you did not request it, you can"
                                        + " ignore this mail: your password stays as it is.")
                                .with("time", reader.time(end))))));
    }

    void passwordChanged(User user, Actor.Origin origin, Instant now) {
        Reader reader = reader(user.id(), origin.client().language());
        send(new Letter(
                Kind.ALERT,
                Optional.of(user.id()),
                user.email(),
                reader.language(),
                new Wording(
                        Message.of("Your password was changed"),
                        List.of(
                                at(
                                        Message.of(
                                                "The password of your account was changed with a link from a mail at {time} from"
                                                        + " the address {address}. All your sessions have ended."),
                                        origin,
                                        reader,
                                        now),
                                Message.of("If this was not you, tell an administrator at once.")),
                        Optional.empty(),
                        List.of())));
    }

    void addressConfirmation(User user, EmailAddress wanted, String token, Instant expiresAt, Language language) {
        Reader reader = reader(user.id(), language);
        send(new Letter(
                Kind.LINK,
                Optional.of(user.id()),
                wanted,
                reader.language(),
                new Wording(
                        Message.of("Confirm your e-mail address"),
                        List.of(product(Message.of(
                                        "Confirm that {email} is the new address of your account at {product}."))
                                .with("email", wanted.value())),
                        link(
                                Message.of("Confirm the address"),
                                IdentitySettings.LinkAddresses::emailConfirmation,
                                token),
                        List.of(Message.of("The link can be used once, until {time}. Until then, the address {email} is"
                                        + " valid. If you have no account, you can ignore this mail.")
                                .with("time", reader.time(expiresAt))
                                .with("email", user.email().value())))));
    }

    void addressChangeRequested(User user, EmailAddress wanted, Actor.Origin origin, Language language, Instant now) {
        Reader reader = reader(user.id(), language);
        send(new Letter(
                Kind.ALERT,
                Optional.of(user.id()),
                user.email(),
                reader.language(),
                new Wording(
                        Message.of("Your e-mail address is about to change"),
                        List.of(
                                at(
                                                Message.of(
                                                        "A change of the address of your account to {email} was requested at"
                                                                + " {time} from the address {address}. It takes effect when the"
                                                                + " new address is confirmed."),
                                                origin,
                                                reader,
                                                now)
                                        .with("email", wanted.value()),
                                Message.of("If this was not you, change your password: the request is no longer valid"
                                        + " then.")),
                        Optional.empty(),
                        List.of())));
    }

    void newDevice(UserId user, EmailAddress email, Actor.Origin origin, Instant now) {
        Reader reader = reader(user, origin.client().language());
        String userAgent = Authenticator.shortened(origin.client().userAgent());
        send(new Letter(
                Kind.NOTICE,
                Optional.of(user),
                email,
                reader.language(),
                new Wording(
                        Message.of("Sign-in with a new device"),
                        List.of(
                                at(
                                                Message.of(
                                                        "Your account was used to sign in at {time} from the address {address}"
                                                                + " with {browser}, a device that has not signed in to your"
                                                                + " account before."),
                                                origin,
                                                reader,
                                                now)
                                        .with(
                                                "browser",
                                                userAgent.isEmpty()
                                                        ? Message.of("an unknown program")
                                                        : BrowserName.of(userAgent)),
                                Message.of("If this was not you, change your password and end all sessions.")),
                        Optional.empty(),
                        List.of())));
    }

    void passkeyAdded(User user, String passkey, Actor.Origin origin, Language language, Instant now) {
        passkeyAlert(
                user,
                Message.of("A passkey was added to your account"),
                Message.of("The passkey “{passkey}” was added to your account at {time} from the address"
                                + " {address}. It can be used to sign in without your password.")
                        .with("passkey", passkey),
                Message.of("If this was not you, remove the passkey, change your password and end all sessions."),
                origin,
                language,
                now);
    }

    void passkeyRemoved(User user, String passkey, Actor.Origin origin, Language language, Instant now) {
        passkeyAlert(
                user,
                Message.of("A passkey was removed from your account"),
                Message.of("The passkey “{passkey}” was removed from your account at {time} from the address"
                                + " {address}.")
                        .with("passkey", passkey),
                Message.of("If this was not you, tell an administrator at once."),
                origin,
                language,
                now);
    }

    void passkeyCopied(User user, String passkey, Actor.Origin origin, Language language, Instant now) {
        passkeyAlert(
                user,
                Message.of("A sign-in with your passkey was rejected"),
                Message.of("A sign-in with the passkey “{passkey}” was rejected at {time} from the address"
                                + " {address}, because its device may have been copied.")
                        .with("passkey", passkey),
                Message.of(
                        "Remove this passkey and add a new one. If this was not you, tell an administrator at once."),
                origin,
                language,
                now);
    }

    private void passkeyAlert(
            User user,
            Message subject,
            Message what,
            Message advice,
            Actor.Origin origin,
            Language language,
            Instant now) {
        Reader reader = reader(user.id(), language);
        send(new Letter(
                Kind.ALERT,
                Optional.of(user.id()),
                user.email(),
                reader.language(),
                new Wording(subject, List.of(at(what, origin, reader, now), advice), Optional.empty(), List.of())));
    }

    /**
     * How the recipient of a mail reads it.
     *
     * @param zone the one that the recipient has chosen
     */
    private record Reader(Language language, Optional<ZoneId> zone) {
        MessageTime time(Instant moment) {
            return new MessageTime(moment.atZone(zone.orElse(UTC)), zone.isEmpty());
        }
    }

    /**
     * The choice of the user, who may not be the one who caused the mail.
     *
     * @param otherwise the language of the request, for users without a choice
     */
    private Reader reader(UserId user, Language otherwise) {
        Optional<LocaleChoice> choice = users.standing(user).map(Users.Standing::locale);
        return new Reader(choice.flatMap(LocaleChoice::language).orElse(otherwise), choice.flatMap(LocaleChoice::zone));
    }

    private Message product(Message text) {
        return text.with("product", settings.issuer());
    }

    private static Message at(Message text, Actor.Origin origin, Reader reader, Instant now) {
        return text.with("time", reader.time(now))
                .with("address", origin.address().isEmpty() ? Message.of("of this server") : origin.address());
    }

    private void send(Letter letter) {
        mail.get().send(letter);
    }
}
