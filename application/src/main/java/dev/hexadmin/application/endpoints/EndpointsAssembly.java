package dev.hexadmin.application.endpoints;

import dev.hexadmin.application.endpoints.internal.EndpointCalls;
import dev.hexadmin.application.records.CodeOnRecords;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Assembles the driving port of endpoints.
 *
 * @param declared the registered endpoints
 * @param calling the port
 */
public record EndpointsAssembly(DeclaredEndpoints declared, CallingEndpoints calling) {
    /**
     * Assembles the port.
     *
     * @param endpoints by model name
     * @throws IllegalArgumentException when two endpoints of a model have the same method and name
     */
    public static EndpointsAssembly of(
            Map<String, List<RecordEndpoint>> endpoints, CodeOnRecords records, InstantSource clock) {
        return new EndpointsAssembly(new DeclaredEndpoints(endpoints), new EndpointCalls(records, clock));
    }
}
