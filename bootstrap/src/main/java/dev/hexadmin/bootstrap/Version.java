package dev.hexadmin.bootstrap;

import java.util.Optional;

/** The product's version. */
public final class Version {
    /**
     * The version in the module's descriptor, or on the class path in the jar's manifest; {@code unknown} when run from
     * classes.
     */
    public static final String OF_PRODUCT = Optional.ofNullable(
                    Version.class.getModule().getDescriptor())
            .flatMap(java.lang.module.ModuleDescriptor::rawVersion)
            .or(() -> Optional.ofNullable(Version.class.getPackage().getImplementationVersion()))
            .orElse("unknown");

    private Version() {}
}
