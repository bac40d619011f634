/** A library's lending desk, with Hexadmin inside. */
module com.example.library {
    requires dev.hexadmin.bootstrap;
}
