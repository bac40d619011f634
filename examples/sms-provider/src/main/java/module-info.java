/** An SMS provider for Hexadmin that writes messages to a file. */
module com.example.sms {
    requires dev.hexadmin.application;

    provides dev.hexadmin.application.spi.SmsProvider with
            com.example.sms.FileSmsProvider;
}
