package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.http.branding.AccentColour;
import dev.hexadmin.http.branding.BrandFile;
import dev.hexadmin.http.branding.Branding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;

/** Reads what the settings {@code branding} name. */
final class Appearance {
    private Appearance() {}

    static Branding ofPages(Settings settings) {
        return new Branding(
                settings.get(Setting.BRANDING_NAME),
                settings.find(Setting.BRANDING_MARK).map(BrandFile::mark),
                settings.find(Setting.BRANDING_MARK_DARK).map(BrandFile::mark),
                settings.find(Setting.BRANDING_FAVICON).map(BrandFile::icon),
                accent(settings),
                settings.find(Setting.BRANDING_CSS).map(BrandFile::styles));
    }

    /** Mail programs show no SVG pictures. The product's own mark is shown in its own colour only. */
    static MailBrand ofMails(Settings settings) {
        Optional<AccentColour> accent = accent(settings);
        Optional<BrandFile> own = settings.find(Setting.BRANDING_MARK_MAIL)
                .or(() -> settings.find(Setting.BRANDING_MARK))
                .map(BrandFile::mark);
        Optional<byte[]> mark = own.isPresent() || accent.isPresent()
                ? own.filter(file -> file.extension().equals("png")).map(BrandFile::content)
                : Optional.of(productMark());
        return new MailBrand(
                settings.get(Setting.BRANDING_NAME),
                accent.map(AccentColour::ground).orElse(MailBrand.PRODUCT.button()),
                accent.map(AccentColour::onGround).orElse(MailBrand.PRODUCT.onButton()),
                mark);
    }

    private static Optional<AccentColour> accent(Settings settings) {
        return settings.find(Setting.BRANDING_ACCENT)
                .map(colour -> AccentColour.of(colour, settings.find(Setting.BRANDING_ACCENT_DARK)));
    }

    private static byte[] productMark() {
        try (InputStream in = Objects.requireNonNull(Appearance.class.getResourceAsStream("mark.png"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
