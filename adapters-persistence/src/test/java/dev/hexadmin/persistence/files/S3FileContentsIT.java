package dev.hexadmin.persistence.files;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.persistence.settings.BucketSettings;
import dev.hexadmin.testing.S3Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

class S3FileContentsIT extends FileContentsContract {
    private static final BucketSettings.Keys KEYS = new BucketSettings.Keys("key", "secret");

    private String bucket;
    private S3Client client;

    private static BucketSettings settings(URI endpoint, String bucket) {
        return new BucketSettings(bucket, "us-east-1", Optional.of(endpoint), true, "shop/", Optional.of(KEYS));
    }

    @Override
    FileContents open(Path folder) {
        bucket = S3Server.newBucket();
        client = S3Client.builder()
                .endpointOverride(S3Server.endpoint())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(KEYS.accessKey(), KEYS.secretKey())))
                .build();
        return S3FileContents.open(settings(S3Server.endpoint(), bucket));
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
    }

    @Override
    void interrupt() {
        String key = "shop/" + FILE + "/original";
        String upload = client.createMultipartUpload(
                        request -> request.bucket(bucket).key(key))
                .uploadId();
        client.uploadPart(
                request -> request.bucket(bucket).key(key).uploadId(upload).partNumber(1),
                RequestBody.fromString("left"));
    }

    @Override
    int objects() {
        int uploads = client.listMultipartUploads(request -> request.bucket(bucket))
                .uploads()
                .size();
        return uploads + client.listObjectsV2(request -> request.bucket(bucket)).keyCount();
    }

    @Test
    void a_bucket_that_cannot_be_used_stops_the_start() {
        assertThatThrownBy(() -> S3FileContents.open(settings(S3Server.endpoint(), "nothing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no bucket 'nothing'");
        assertThatThrownBy(() -> S3FileContents.open(settings(URI.create("http://127.0.0.1:1"), bucket)))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessage("The store of files cannot be used");
    }
}
