package dev.hexadmin.http.panel.users;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.LocaleDisplayNames;
import com.ibm.icu.text.TimeZoneNames;
import com.ibm.icu.util.Region.RegionType;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.TimeZone.SystemTimeZoneType;
import com.ibm.icu.util.ULocale;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.texts.Localized;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The time zones that users may choose, by continent, with their names in the language of the request (Unicode CLDR). Each
 * zone is listed once, under its current name of the IANA database; older names lead to it.
 */
public final class TimeZones {
    private static final String ANTARCTICA = "AQ";
    private static final Map<Language, List<Region>> KNOWN = new ConcurrentHashMap<>();
    private static final Map<String, String> CURRENT = current();

    private TimeZones() {}

    /** The zones of a continent. */
    public record Region(String name, List<Zone> zones) {}

    /**
     * A zone.
     *
     * @param id its name in the IANA database, such as {@code America/Argentina/Buenos_Aires}
     * @param label its city, such as {@code Buenos Aires}
     */
    public record Zone(String id, String label) {}

    public static List<Region> regions() {
        return KNOWN.computeIfAbsent(Localized.current().language(), TimeZones::read);
    }

    /** The listed zone that a zone is or was an older name of; the name itself where there is none, as of an offset. */
    public static String listed(String id) {
        return CURRENT.getOrDefault(canonical(id), id);
    }

    /** Whether the zone, or the one that it is an older name of, is listed. */
    public static boolean isListed(String id) {
        return CURRENT.containsKey(canonical(id));
    }

    private static String canonical(String id) {
        String canonical = TimeZone.getCanonicalID(id);
        return canonical == null ? id : canonical;
    }

    /** The current names of all zones that are places, by their names in the CLDR, which never change. */
    private static Map<String, String> current() {
        Set<String> available = ZoneId.getAvailableZoneIds();
        return TimeZone.getAvailableIDs(SystemTimeZoneType.CANONICAL_LOCATION, null, null).stream()
                .filter(available::contains)
                .collect(Collectors.toUnmodifiableMap(id -> id, id -> {
                    String name = TimeZone.getIanaID(id);
                    return available.contains(name) ? name : id;
                }));
    }

    private static List<Region> read(Language language) {
        ULocale locale = ULocale.forLanguageTag(language.tag());
        TimeZoneNames names = TimeZoneNames.getInstance(locale);
        LocaleDisplayNames continents = LocaleDisplayNames.getInstance(locale);
        Map<String, List<Zone>> byContinent = new HashMap<>();
        CURRENT.forEach((canonical, id) -> byContinent
                .computeIfAbsent(continents.regionDisplayName(continent(canonical)), any -> new ArrayList<>())
                .add(new Zone(id, names.getExemplarLocationName(canonical))));
        Collator order = Collator.getInstance(locale);
        return byContinent.entrySet().stream()
                .map(entry -> new Region(
                        entry.getKey(),
                        entry.getValue().stream()
                                .sorted(Comparator.comparing(Zone::label, order::compare)
                                        .thenComparing(Zone::id))
                                .toList()))
                .sorted(Comparator.comparing(Region::name, order::compare))
                .toList();
    }

    /** The code of the continent of a zone; that of Antarctica, which the CLDR has in Oceania, is its own. */
    private static String continent(String canonical) {
        String country = TimeZone.getRegion(canonical);
        com.ibm.icu.util.Region continent =
                com.ibm.icu.util.Region.getInstance(country).getContainingRegion(RegionType.CONTINENT);
        return continent == null || country.equals(ANTARCTICA) ? country : continent.toString();
    }
}
