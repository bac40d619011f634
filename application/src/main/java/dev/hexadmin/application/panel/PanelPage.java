package dev.hexadmin.application.panel;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.text.Label;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A page of a plugin, inside the frame of the panel. Immutable; its code is called on many threads.
 *
 * <pre>{@code
 * PanelPage.at("stock-take")
 *         .needs(Action.EDIT, "products")
 *         .title("Stock take")
 *         .navigation("Catalogue", Icon.BOX)
 *         .receives(call -> {
 *             String code = call.value("sku").orElse("");
 *             …
 *             return PageAnswer.done("Counted.");
 *         })
 *         .shows(call -> call.form(Html.element("button", "Count")));
 * }</pre>
 */
public final class PanelPage {
    private static final Pattern PATH = Pattern.compile("[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)*");
    private static final int LONGEST_PATH = 100;
    private static final Set<String> TAKEN = Set.of("api", "static");

    private final String path;
    private final Right right;
    private final Label title;
    private final Optional<Navigation> navigation;
    private final Optional<FormCode> receiving;
    private final PageCode code;

    private PanelPage(Builder builder, PageCode code) {
        this.path = builder.path;
        this.right = builder.right;
        this.title = builder.title;
        this.navigation = builder.navigation;
        this.receiving = builder.receiving;
        this.code = code;
    }

    /**
     * The entry of the navigation.
     *
     * @param group the one that it belongs to; a new one comes after those of models
     */
    public record Navigation(Label group, Icon icon) {}

    /** Makes the content of a page. Thread-safe. */
    @FunctionalInterface
    public interface PageCode {
        Html show(PageCall call);
    }

    /** Processes a form, in one transaction. Thread-safe. */
    @FunctionalInterface
    public interface FormCode {
        /** @throws dev.hexadmin.application.RequestRejectedException to reject the form */
        PageAnswer receive(PageCall call);
    }

    /**
     * A page at a path below that of the panel.
     *
     * @param path such as {@code stock-take} or {@code stock-take/report}; its first segment is no name of a model
     */
    public static Open at(String path) {
        if (!PATH.matcher(path).matches() || path.length() > LONGEST_PATH || TAKEN.contains(path.split("/", 2)[0])) {
            throw new IllegalArgumentException("'" + path + "': a path of a page is " + PATH.pattern()
                    + ", such as stock-take, at most " + LONGEST_PATH + " characters, not below " + TAKEN);
        }
        return new Open(path);
    }

    /** The first build stage: the page needs a right before it can be built. */
    public static final class Open {
        private final String path;

        private Open(String path) {
            this.path = path;
        }

        /** Sets the right that users need for the page and for its entry in the navigation. */
        public Builder needs(Action action, String model) {
            return new Builder(path, new Right(action, model));
        }
    }

    /** Collects the options of a page; {@link #shows} builds it. Not thread-safe. */
    public static final class Builder {
        private final String path;
        private final Right right;
        private Label title;
        private Optional<Navigation> navigation = Optional.empty();
        private Optional<FormCode> receiving = Optional.empty();

        private Builder(String path, Right right) {
            this.path = path;
            this.right = right;
            this.title = Label.of(path);
        }

        /** The title, also in the navigation; unset: the path. */
        public Builder title(String text) {
            return title(Label.of(text));
        }

        /** The title by language. */
        public Builder title(Label label) {
            this.title = label;
            return this;
        }

        /** Adds an entry to a group of the navigation. */
        public Builder navigation(String group, Icon icon) {
            return navigation(Label.of(group), icon);
        }

        /** Adds an entry to a group of the navigation, whose name can have translations. */
        public Builder navigation(Label group, Icon icon) {
            this.navigation = Optional.of(new Navigation(group, icon));
            return this;
        }

        /** Processes the forms of the page, with the rights of the user. */
        public Builder receives(FormCode form) {
            this.receiving = Optional.of(form);
            return this;
        }

        /** Builds the page with the code that makes its content. */
        public PanelPage shows(PageCode page) {
            return new PanelPage(this, page);
        }
    }

    public String path() {
        return path;
    }

    public Right right() {
        return right;
    }

    public Label title() {
        return title;
    }

    public Optional<Navigation> navigation() {
        return navigation;
    }

    /** What processes its forms; empty: it takes none. */
    public Optional<FormCode> receiving() {
        return receiving;
    }

    public PageCode code() {
        return code;
    }
}
