/** A program that sends messages to people, and has nothing else of Hexadmin on its server. */
module com.example.messages {
    requires dev.hexadmin.bootstrap;
}
