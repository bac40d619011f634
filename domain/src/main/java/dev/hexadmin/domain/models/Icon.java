package dev.hexadmin.domain.models;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A picture of what a model's records are. */
public enum Icon {
    ARCHIVE("archives"),
    BELL("notifications alerts reminders"),
    BOLT("events triggers"),
    BOOK("books albums titles courses lessons publications"),
    BOOKMARK("bookmarks"),
    BOX("products items articles goods stock parts packages parcels"),
    BRIEFCASE("jobs projects contracts"),
    BUG("bugs errors issues incidents"),
    BUILDING("companies organisations organizations offices suppliers publishers departments"),
    CALENDAR_CHECK("bookings reservations appointments loans"),
    CAMERA("photos"),
    CARD("payments cards transactions"),
    CART("orders carts baskets purchases"),
    CHART("reports metrics statistics measurements"),
    CHAT("comments messages posts conversations questions answers"),
    CLOCK("log logs history sessions attempts shifts"),
    CODE("scripts"),
    COIN("prices currencies fees"),
    DATABASE("tables records"),
    DATE("dates calendars holidays schedules"),
    EYE("views visits"),
    FILE("documents files pages forms notes"),
    FLAG("flags goals milestones"),
    FOLDER("categories folders collections topics genres"),
    GIFT("gifts vouchers coupons discounts"),
    GLOBE("countries languages sites regions domains"),
    GRID("entries"),
    HASH("numbers codes"),
    HEART("favourites favorites likes"),
    IMAGE("images pictures media"),
    KEY("keys tokens permissions licences licenses"),
    LAYERS("shelves versions stages levels"),
    LEAF("plants"),
    LINES("lines lists"),
    LINK("links urls"),
    LOCK("locks secrets"),
    MAIL("mails emails newsletters subscribers"),
    MAP("maps routes areas"),
    MUSIC("songs tracks playlists artists"),
    PALETTE("colours colors themes"),
    PERCENT("taxes rates"),
    PHONE("phones calls contacts"),
    PIN("addresses places locations cities"),
    PLANE("flights trips"),
    PLAY("plays runs"),
    PUZZLE("plugins extensions components"),
    RECEIPT("invoices receipts bills"),
    SCHOOL("schools students classes"),
    SEND("deliveries campaigns"),
    SERVER("servers hosts devices"),
    SHIELD("roles policies"),
    SLIDERS("settings preferences options"),
    STAR("reviews ratings"),
    STORE("stores shops"),
    TAG("tags labels brands"),
    TASK("tasks todos checks"),
    TICKET("tickets"),
    TRUCK("shipments vehicles carriers"),
    USER("users profiles accounts authors"),
    USERS("customers people members employees clients teams groups readers persons"),
    VIDEO("videos films movies"),
    WALLET("wallets budgets"),
    WRENCH("tools repairs services");

    /** The words of all icons. */
    public static final List<String> WORDS =
            Arrays.stream(values()).map(Icon::word).toList();

    private final String models;

    /** @param models words in names of models that get it, between spaces */
    Icon(String models) {
        this.models = " " + models + " ";
    }

    /** As a configuration names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The icon of a word. */
    public static Optional<Icon> of(String word) {
        return Arrays.stream(values()).filter(icon -> icon.word().equals(word)).findFirst();
    }

    /** What a model gets that names none: by the last word of its name that is known, else a grid. */
    static Icon usual(String model) {
        List<String> words = Arrays.asList(model.split("_", -1));
        for (String word : words.reversed()) {
            for (Icon icon : values()) {
                if (icon.models.contains(" " + word + " ") || icon.models.contains(" " + word + "s ")) {
                    return icon;
                }
            }
        }
        return GRID;
    }
}
