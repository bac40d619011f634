package dev.hexadmin.http.panel.users;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The time zones that users may choose, by region. */
public final class TimeZones {
    private static final Set<String> REGIONS = Set.of(
            "Africa",
            "America",
            "Antarctica",
            "Arctic",
            "Asia",
            "Atlantic",
            "Australia",
            "Europe",
            "Indian",
            "Pacific");
    private static final List<Region> KNOWN = read();

    private TimeZones() {}

    /** The zones of a region. */
    public record Region(String name, List<Zone> zones) {}

    /**
     * A zone.
     *
     * @param id its name in the IANA database, such as {@code America/Argentina/Buenos_Aires}
     * @param label the name within its region, such as {@code Argentina, Buenos Aires}
     */
    public record Zone(String id, String label) {}

    public static List<Region> regions() {
        return KNOWN;
    }

    /** Whether the zone has a place in a region; those of other names are older names or offsets. */
    public static boolean isListed(String id) {
        return REGIONS.contains(id.substring(0, Math.max(0, id.indexOf('/'))));
    }

    private static List<Region> read() {
        Map<String, List<Zone>> byRegion = new TreeMap<>();
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            if (isListed(id)) {
                int slash = id.indexOf('/');
                byRegion.computeIfAbsent(id.substring(0, slash), region -> new ArrayList<>())
                        .add(new Zone(
                                id, id.substring(slash + 1).replace("/", ", ").replace('_', ' ')));
            }
        }
        return byRegion.entrySet().stream()
                .map(entry -> new Region(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }
}
