/** The example shop that {@code hexadmin serve --demo} runs. */
module com.example.storefront {
    requires dev.hexadmin.application;
    requires static org.jspecify;

    provides dev.hexadmin.application.plugin.Demo with
            com.example.storefront.Storefront;
}
