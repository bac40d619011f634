package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/** The one factory of parsers and generators, with the limits of every body. */
final class Json {
    /** Levels of arrays and objects inside each other at most. */
    static final int MAX_NESTING = 64;

    private static final int MAX_NUMBER = 1_100;
    private static final int MAX_NAME = 1_000;

    /**
     * Buffers are recycled through a shared pool: a {@link ThreadLocal} would hold one for each virtual thread. Clients
     * choose the names in bodies, so the names are not stored in a symbol table.
     */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(MAX_NUMBER)
                    .maxNameLength(MAX_NAME)
                    .maxStringLength(Integer.MAX_VALUE) // the body itself is limited
                    .build())
            .build();

    private Json() {}
}
