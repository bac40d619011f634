package dev.hexadmin.http.replay;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;

/** Answers a POST in two steps, so that the answer can be kept in the transaction of the change. */
@FunctionalInterface
public interface PostHandler {
    /** Reads the request, checks what can be checked, and gives the change, which does nothing that waits. */
    Prepared<Done<Answer>> prepare(Exchange exchange);
}
