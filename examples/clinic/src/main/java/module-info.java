/** Appointments of a clinic. */
module com.example.clinic {
    requires dev.hexadmin.bootstrap;

    opens com.example.clinic to
            dev.hexadmin.bootstrap; // makes appointments from stored records
}
