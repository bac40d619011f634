package dev.hexadmin.http.api.records;

import dev.hexadmin.application.endpoints.EndpointAnswer;

/** The status of a response for what an application's endpoint answers. */
public final class EndpointStatus {
    private EndpointStatus() {}

    public static int of(EndpointAnswer.Result result) {
        return switch (result) {
            case OK -> 200;
            case CREATED -> 201;
            case ACCEPTED -> 202;
            case EMPTY -> 204;
        };
    }
}
