package dev.hexadmin.http.panel.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.panel.users.TimeZones.Region;
import dev.hexadmin.http.panel.users.TimeZones.Zone;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeZonesTest {
    private static List<Region> in(String language) {
        return Localized.where(
                () -> new Localization(new Language(language), ZoneOffset.UTC, Texts.english()), TimeZones::regions);
    }

    private static List<Zone> zones(String language) {
        return in(language).stream().flatMap(region -> region.zones().stream()).toList();
    }

    private static String label(String language, String id) {
        return zones(language).stream()
                .filter(zone -> zone.id().equals(id))
                .findFirst()
                .orElseThrow()
                .label();
    }

    @Test
    void each_zone_is_listed_once_under_its_current_name() {
        assertThat(zones("en"))
                .extracting(Zone::id)
                .doesNotHaveDuplicates()
                .contains("Europe/Kyiv", "Asia/Kolkata", "Asia/Ho_Chi_Minh", "America/Argentina/Buenos_Aires")
                .doesNotContain("Europe/Kiev", "Asia/Calcutta", "Asia/Saigon", "America/Buenos_Aires", "US/Eastern")
                .allSatisfy(id -> assertThat(ZoneId.getAvailableZoneIds()).contains(id));
        assertThat(zones("en")).extracting(Zone::label).doesNotContainNull();
    }

    @ParameterizedTest
    @CsvSource({
        "en, Europe/Kyiv, Kyiv",
        "de, Europe/Kyiv, Kiew",
        "de, Asia/Ho_Chi_Minh, Ho-Chi-Minh-Stadt",
        "ja, Asia/Kolkata, コルカタ",
        "ar, Europe/Kyiv, كييف"
    })
    void zones_have_names_in_the_language_of_the_reader(String language, String id, String name) {
        assertThat(label(language, id)).isEqualTo(name);
    }

    @Test
    void continents_and_zones_are_sorted_as_in_the_language() {
        assertThat(in("de"))
                .extracting(Region::name)
                .containsExactly("Afrika", "Amerika", "Antarktis", "Asien", "Europa", "Ozeanien");
        List<String> africa =
                in("fr").getFirst().zones().stream().map(Zone::label).toList();
        assertThat(africa).containsSubsequence("Kinshasa", "La Réunion", "Laâyoune", "Lagos", "Le Caire");
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Kiev, Europe/Kyiv",
        "Asia/Calcutta, Asia/Kolkata",
        "US/Eastern, America/New_York",
        "Europe/Berlin, Europe/Berlin",
        "Etc/GMT+5, Etc/GMT+5"
    })
    void an_older_name_leads_to_the_current_zone(String id, String listed) {
        assertThat(TimeZones.listed(id)).isEqualTo(listed);
        assertThat(TimeZones.isListed(id)).isEqualTo(!id.startsWith("Etc/"));
    }
}
