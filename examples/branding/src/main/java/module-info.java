/** Pages and slots of a plant nursery. */
module com.example.branding {
    requires dev.hexadmin.application;

    provides dev.hexadmin.application.plugin.HexadminPlugin with
            com.example.branding.Nursery;
}
