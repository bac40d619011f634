package dev.hexadmin.persistence.settings;

import java.net.URI;
import java.util.Optional;

/**
 * A bucket of an S3-compatible store.
 *
 * @param endpoint empty: Amazon's in the region
 * @param pathStyle whether the name of the bucket is in the path, and not in the host name
 * @param prefix what the keys of all objects begin with; empty, or ends with a slash
 * @param keys empty: where the AWS SDK finds them, such as the environment or the role of the machine
 */
public record BucketSettings(
        String bucket, String region, Optional<URI> endpoint, boolean pathStyle, String prefix, Optional<Keys> keys) {

    /** The credentials of an account. */
    public record Keys(String accessKey, String secretKey) {
        @Override
        public String toString() {
            return "Keys[" + accessKey + "]";
        }
    }
}
