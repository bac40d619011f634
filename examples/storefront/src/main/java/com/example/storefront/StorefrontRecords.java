package com.example.storefront;

import dev.hexadmin.application.plugin.Demo;
import dev.hexadmin.domain.models.JsonText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data of the example shop, about 120 000 rows, the same on every machine: each row is computed from its number and
 * a fixed seed, so rows need not be stored to be referenced.
 *
 * <p>Values are of the Java classes of their fields (see {@link dev.hexadmin.domain.models.FieldType}) and in the order
 * of the fields in {@code hexadmin.yaml}, many-to-many fields left out.
 */
final class StorefrontRecords {
    private static final long SEED = 20_240_229;

    static final int CUSTOMERS = 12_000;
    static final int PRODUCTS = 2_400;
    static final int ORDERS = 24_000;
    static final int ORDER_LINES = 60_000;
    static final int REVIEWS = 15_000;

    private static final int LINES_OF_FOUR_ORDERS = 10;
    private static final Instant OPENED = Instant.parse("2023-01-02T08:00:00Z");
    private static final Instant LATEST = Instant.parse("2025-12-20T18:00:00Z");
    private static final Duration SPAN = Duration.between(OPENED, LATEST);

    /** The names of pictures by the thing that they show. */
    private final Map<String, String> pictures = Vocabulary.SHELVES.stream()
            .flatMap(shelf -> shelf.things().stream())
            .distinct()
            .filter(thing -> StorefrontRecords.class.getResource("pictures/" + fileName(thing)) != null)
            .collect(Collectors.toMap(thing -> thing, StorefrontRecords::fileName));

    private final List<String> departments =
            Vocabulary.SHELVES.stream().map(Vocabulary.Shelf::parent).distinct().toList();

    /** All models' records, those that others reference first. */
    List<Demo.Records> records() {
        return List.of(
                new Demo.Records("countries", Vocabulary.COUNTRIES.size(), this::country),
                new Demo.Records("customers", CUSTOMERS, this::customer),
                new Demo.Records("categories", departments.size() + Vocabulary.SHELVES.size(), this::category),
                new Demo.Records("tags", Vocabulary.TAGS.size(), this::tag),
                new Demo.Records("products", PRODUCTS, this::product),
                new Demo.Records("orders", ORDERS, this::order),
                new Demo.Records("order_lines", ORDER_LINES, this::orderLine),
                new Demo.Records("reviews", REVIEWS, this::review));
    }

    /** The names of all pictures, with the keys of the products that they show. */
    Map<String, List<Long>> pictures() {
        return IntStream.range(0, PRODUCTS)
                .boxed()
                .filter(index -> pictures.containsKey(article(index).thing()))
                .collect(Collectors.groupingBy(
                        index -> pictures.get(article(index).thing()),
                        TreeMap::new,
                        Collectors.mapping(index -> index + 1L, Collectors.toList())));
    }

    private static String fileName(String thing) {
        return thing.toLowerCase(Locale.ROOT).replace("'", "").replace(' ', '-') + ".png";
    }

    /** The tags of the products: pairs of keys, product first. */
    Iterator<@Nullable Object[]> productTags() {
        return IntStream.range(0, PRODUCTS)
                .boxed()
                .flatMap(product -> tagsOf(product).stream()
                        .map(tag -> new @Nullable Object[] {(long) product + 1, (long) tag + 1}))
                .iterator();
    }

    private @Nullable Object[] country(int index) {
        Vocabulary.Country country = Vocabulary.COUNTRIES.get(index);
        return new @Nullable Object[] {
            country.code(), country.name(), country.region(), country.currency(), country.dialCode()
        };
    }

    private @Nullable Object[] customer(int index) {
        RandomGenerator random = random(1, index);
        String first = pick(random, Vocabulary.FIRST_NAMES);
        String last = pick(random, Vocabulary.LAST_NAMES);
        Vocabulary.Country country = homeOf(index);
        int dice = random.nextInt(100);
        Instant created = OPENED.plusSeconds(SPAN.toSeconds() * index / CUSTOMERS + random.nextInt(5_000));
        return new @Nullable Object[] {
            (long) index + 1,
            first,
            last,
            ascii(first) + "." + ascii(last) + (index + 1) + "@example." + pick(random, List.of("com", "net", "org")),
            random.nextInt(10) == 0 ? null : country.dialCode() + " 555 " + digits(random, 4),
            (1 + random.nextInt(180)) + " " + pick(random, Vocabulary.STREETS) + " "
                    + pick(random, Vocabulary.STREET_KINDS),
            postcode(random, country.postcode()),
            cityOf(index),
            country.code(),
            dice < 88 ? "active" : dice < 98 ? "dormant" : "blocked",
            random.nextInt(3) == 0,
            BigDecimal.valueOf(random.nextInt(5) == 0 ? 500L + 250L * random.nextInt(20) : 0L)
                    .setScale(2),
            random.nextInt(4) == 0 ? null : LocalDate.of(1945, 1, 1).plusDays(random.nextInt(61 * 365)),
            random.nextInt(25) == 0 ? pick(random, Vocabulary.CUSTOMER_NOTES) : null,
            created
        };
    }

    private @Nullable Object[] category(int index) {
        boolean department = index < departments.size();
        String name = department
                ? departments.get(index)
                : Vocabulary.SHELVES.get(index - departments.size()).name();
        @Nullable
        Long parent = department
                ? null
                : Long.valueOf(departments.indexOf(Vocabulary.SHELVES
                                .get(index - departments.size())
                                .parent())
                        + 1L);
        return new @Nullable Object[] {
            (long) index + 1,
            name,
            ascii(name.replace("&", "and").replace(' ', '-')),
            parent,
            (long) (department ? index + 1 : index - departments.size() + 1) * 10,
            department ? "Everything for the " + name.toLowerCase(Locale.ROOT) + "." : null
        };
    }

    private @Nullable Object[] tag(int index) {
        RandomGenerator random = random(2, index);
        return new @Nullable Object[] {
            (long) index + 1, Vocabulary.TAGS.get(index), String.format(Locale.ROOT, "#%06x", random.nextInt(0x1000000))
        };
    }

    /**
     * Name and price of a product.
     *
     * @param shelf the index of its category's shelf
     * @param thing what it is, such as a mug
     */
    private record Article(int shelf, String material, String thing, String name, BigDecimal price, BigDecimal cost) {}

    private Article article(int index) {
        RandomGenerator random = random(3, index);
        int number = index % Vocabulary.SHELVES.size();
        Vocabulary.Shelf shelf = Vocabulary.SHELVES.get(number);
        String material = pick(random, Vocabulary.MATERIALS);
        String quality = pick(random, Vocabulary.QUALITIES);
        String thing = pick(random, shelf.things());
        String name = quality + " " + material + " " + thing;
        double share = StrictMath.pow(random.nextDouble(), 2);
        double price = shelf.least().doubleValue()
                + share * (shelf.most().doubleValue() - shelf.least().doubleValue());
        BigDecimal shown =
                BigDecimal.valueOf(Math.floor(price)).add(new BigDecimal(random.nextBoolean() ? "0.90" : "0.50"));
        BigDecimal cost = shown.multiply(BigDecimal.valueOf(40 + random.nextInt(25), 2));
        return new Article(number, material, thing, name, cents(shown), cents(cost));
    }

    private @Nullable Object[] product(int index) {
        Article article = article(index);
        RandomGenerator random = random(4, index);
        Vocabulary.Shelf shelf = Vocabulary.SHELVES.get(article.shelf());
        int dice = random.nextInt(100);
        String status = dice < 82 ? "active" : dice < 92 ? "retired" : "draft";
        Instant created = OPENED.minus(Duration.ofDays(400))
                .plusSeconds(SPAN.toSeconds() / 2 * index / PRODUCTS + random.nextInt(40_000));
        String colour = pick(random, Vocabulary.COLOURS);
        return new @Nullable Object[] {
            (long) index + 1,
            String.format(Locale.ROOT, "%s-%05d", shelf.prefix(), index + 1),
            article.name(),
            null, // the picture is stored later
            "A " + shelf.name().toLowerCase(Locale.ROOT) + " favourite in "
                    + article.material().toLowerCase(Locale.ROOT)
                    + ", " + colour + ". " + pick(random, Vocabulary.MIDDLES),
            article.price(),
            article.cost(),
            status.equals("active") ? (long) random.nextInt(400) : 0L,
            (double) Math.round((0.1 + random.nextDouble() * random.nextDouble() * 12) * 100) / 100,
            status,
            (long) departments.size() + article.shelf() + 1,
            status.equals("draft")
                    ? null
                    : created.plus(Duration.ofDays(14)).atZone(ZoneOffset.UTC).toLocalDate(),
            new JsonText("[\"" + article.material().toLowerCase(Locale.ROOT) + "\",\""
                    + shelf.name().toLowerCase(Locale.ROOT) + "\"]"),
            new JsonText("{\"colour\":\"" + colour + "\",\"material\":\""
                    + article.material().toLowerCase(Locale.ROOT) + "\",\"guarantee_years\":" + (1 + random.nextInt(10))
                    + "}"),
            created
        };
    }

    private static Set<Integer> tagsOf(int product) {
        RandomGenerator random = random(5, product);
        Set<Integer> tags = new LinkedHashSet<>();
        int wanted = random.nextInt(6);
        while (tags.size() < wanted) {
            tags.add(random.nextInt(Vocabulary.TAGS.size()));
        }
        return tags;
    }

    /** A line of an order that has no number yet. */
    private record Line(int product, String description, int quantity, BigDecimal price, int discount) {
        BigDecimal total() {
            return cents(price.multiply(BigDecimal.valueOf(quantity)).multiply(BigDecimal.valueOf(100L - discount, 2)));
        }
    }

    /** Of every four orders one has one line, one has two, one three and one four, in random order. */
    private static int[] lineCounts(int fourOrders) {
        RandomGenerator random = random(6, fourOrders);
        int[] counts = {1, 2, 3, 4};
        for (int i = counts.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = counts[i];
            counts[i] = counts[other];
            counts[other] = kept;
        }
        return counts;
    }

    private List<Line> linesOf(int order) {
        RandomGenerator random = random(7, order);
        int count = lineCounts(order / 4)[order % 4];
        List<Line> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            // some products sell far better than others
            int product = (int) (PRODUCTS * StrictMath.pow(random.nextDouble(), 1.7));
            Article article = article(product);
            int quantity = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1;
            int discount = random.nextInt(8) == 0 ? 5 * (1 + random.nextInt(6)) : 0;
            lines.add(new Line(product, article.name(), quantity, article.price(), discount));
        }
        return lines;
    }

    private static int customerOf(int order) {
        return (int) (CUSTOMERS * StrictMath.pow(random(8, order).nextDouble(), 1.4));
    }

    private static Instant orderedAt(int order) {
        return OPENED.plusSeconds(
                        SPAN.toSeconds() * order / ORDERS + random(9, order).nextInt(3_000))
                .truncatedTo(ChronoUnit.SECONDS);
    }

    private static String statusOf(int order) {
        int dice = random(10, order).nextInt(100);
        int age = ORDERS - order;
        if (age < 120) {
            return dice < 60 ? "pending" : "paid";
        }
        if (age < 400) {
            return dice < 30 ? "paid" : dice < 60 ? "packed" : "shipped";
        }
        return dice < 91 ? "delivered" : dice < 95 ? "returned" : "cancelled";
    }

    private @Nullable Object[] order(int index) {
        RandomGenerator random = random(11, index);
        int customer = customerOf(index);
        Vocabulary.Country country = homeOf(customer);
        Instant ordered = orderedAt(index);
        String status = statusOf(index);
        boolean sent = switch (status) {
            case "shipped", "delivered", "returned" -> true;
            default -> false;
        };
        BigDecimal goods = linesOf(index).stream().map(Line::total).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal fee = goods.compareTo(BigDecimal.valueOf(80)) >= 0 ? cents(BigDecimal.ZERO) : new BigDecimal("5.90");
        int dice = random.nextInt(100);
        return new @Nullable Object[] {
            (long) index + 1,
            String.format(Locale.ROOT, "%d-%06d", ordered.atZone(ZoneOffset.UTC).getYear(), index + 1),
            (long) customer + 1,
            status,
            dice < 70 ? "card" : dice < 85 ? "invoice" : dice < 97 ? "transfer" : "cash",
            country.currency(),
            fee,
            cents(goods.add(fee)),
            cityOf(customer),
            country.code(),
            random.nextInt(12) == 0,
            random.nextInt(15) == 0 ? pick(random, Vocabulary.ORDER_NOTES) : null,
            ordered,
            sent
                    ? ordered.plus(Duration.ofDays(1L + random.nextInt(5)))
                            .atZone(ZoneOffset.UTC)
                            .toLocalDate()
                    : null
        };
    }

    private @Nullable Object[] orderLine(int index) {
        int four = index / LINES_OF_FOUR_ORDERS;
        int position = index % LINES_OF_FOUR_ORDERS;
        int[] counts = lineCounts(four);
        int within = 0;
        while (position >= counts[within]) {
            position -= counts[within];
            within++;
        }
        int order = four * 4 + within;
        Line line = linesOf(order).get(position);
        String status = switch (statusOf(order)) {
            case "pending", "paid", "cancelled" -> "open";
            case "packed" -> "picked";
            case "returned" -> "back";
            default -> "sent";
        };
        return new @Nullable Object[] {
            (long) index + 1,
            (long) order + 1,
            (long) position + 1,
            (long) line.product() + 1,
            line.description(),
            (long) line.quantity(),
            line.price(),
            (long) line.discount(),
            line.total(),
            status,
            orderedAt(order)
        };
    }

    private @Nullable Object[] review(int index) {
        RandomGenerator random = random(12, index);
        boolean verified = random.nextInt(10) < 7;
        int order = random.nextInt(ORDERS - 1_000);
        int product = verified ? linesOf(order).getFirst().product() : random.nextInt(PRODUCTS);
        int customer = verified ? customerOf(order) : random.nextInt(CUSTOMERS);
        int dice = random.nextInt(100);
        int rating = dice < 45 ? 5 : dice < 72 ? 4 : dice < 85 ? 3 : dice < 93 ? 2 : 1;
        int shown = random.nextInt(100);
        return new @Nullable Object[] {
            (long) index + 1,
            (long) product + 1,
            (long) customer + 1,
            (long) rating,
            pick(random, rating >= 4 ? Vocabulary.PRAISE : rating == 3 ? Vocabulary.BALANCE : Vocabulary.COMPLAINTS),
            random.nextInt(6) == 0
                    ? null
                    : pick(random, Vocabulary.OPENINGS) + " " + pick(random, Vocabulary.MIDDLES) + " "
                            + pick(random, Vocabulary.CLOSINGS),
            verified,
            shown < 93 ? "published" : shown < 97 ? "waiting" : "hidden",
            orderedAt(order).plus(Duration.ofHours(100L + random.nextInt(900)))
        };
    }

    private static Vocabulary.Country homeOf(int customer) {
        // the shop sells more near its home: the later in the shuffled list, the fewer customers
        int rank = (int) (Vocabulary.COUNTRIES.size()
                * StrictMath.pow(random(13, customer).nextDouble(), 1.5));
        return Vocabulary.COUNTRIES.get((rank * 37 + 16) % Vocabulary.COUNTRIES.size());
    }

    private static String cityOf(int customer) {
        return pick(random(14, customer), homeOf(customer).cities());
    }

    /** Random numbers for one purpose and one row, independent of earlier calls. */
    private static RandomGenerator random(int purpose, int row) {
        long mixed = (SEED + purpose) * 0x9E3779B97F4A7C15L + row;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return new Random(mixed ^ (mixed >>> 31)); // the algorithm is specified, so every JDK returns the same numbers
    }

    private static <T> T pick(RandomGenerator random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static BigDecimal cents(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP);
    }

    private static String digits(RandomGenerator random, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(random.nextInt(10));
        }
        return out.toString();
    }

    private static String postcode(RandomGenerator random, String pattern) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char sign = pattern.charAt(i);
            switch (sign) {
                case '9' -> out.append(random.nextInt(10));
                case 'A' -> out.append((char) ('A' + random.nextInt(26)));
                default -> out.append(sign);
            }
        }
        return out.toString();
    }

    private static String ascii(String name) {
        return Normalizer.normalize(
                        name.replace("ł", "l")
                                .replace("Ł", "L")
                                .replace("ı", "i")
                                .replace("ø", "o"),
                        Normalizer.Form.NFD)
                .replaceAll("[^A-Za-z0-9-]", "")
                .toLowerCase(Locale.ROOT);
    }
}
