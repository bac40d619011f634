package dev.hexadmin.bootstrap;

/** The product's version. */
public final class Version {
    /** As in the module's descriptor; {@code unknown} where it is run from classes. */
    public static final String OF_PRODUCT = Version.class.getModule().getDescriptor() == null
            ? "unknown"
            : Version.class.getModule().getDescriptor().rawVersion().orElse("unknown");

    private Version() {}
}
