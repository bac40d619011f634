/** A library's lending desk, with Hexadmin inside. */
module com.example.library {
    requires dev.hexadmin.bootstrap;

    opens com.example.library to
            dev.hexadmin.bootstrap; // makes loans from stored records, for the rules
}
