package dev.hexadmin.persistence.files;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.persistence.settings.BucketSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Content in a bucket of an S3-compatible store, under {@code <prefix><id>/<part>}. A part of more than 8 MiB is a
 * multipart upload: one of its pieces is in memory, and the object exists once the upload is completed.
 */
public final class S3FileContents implements FileContents {
    /** At least 5 MiB. */
    private static final int PIECE = 8 * 1024 * 1024;

    /** A multipart upload has 10,000 pieces at most; they double in size, so that an object may have 496 GB. */
    private static final int PIECES_OF_A_SIZE = 2_000;

    /** A part of a multipart upload, except its last, has 5 MiB at least. */
    private static final long SMALLEST = 5 * 1024 * 1024;

    private static final long MOST_PARTS = 9_000;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);
    private static final String TYPE = "application/octet-stream";
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final S3Client client;
    private final BucketSettings settings;

    private S3FileContents(S3Client client, BucketSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /**
     * Checks that the bucket can be used.
     *
     * @throws IllegalArgumentException when there is no such bucket, or the credentials are not accepted
     * @throws ServiceUnavailableException when the store does not answer
     */
    public static S3FileContents open(BucketSettings settings) {
        S3ClientBuilder builder = S3Client.builder()
                .region(Region.of(settings.region()))
                .forcePathStyle(settings.pathStyle())
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT_TIMEOUT)
                        .socketTimeout(READ_TIMEOUT)
                        .build())
                // not every compatible store knows the trailers with checksums that the SDK sends otherwise
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(
                        S3Configuration.builder().chunkedEncodingEnabled(false).build());
        settings.endpoint().ifPresent(builder::endpointOverride);
        settings.keys()
                .ifPresent(keys -> builder.credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(keys.accessKey(), keys.secretKey()))));
        S3FileContents contents = new S3FileContents(builder.build(), settings);
        try {
            contents.check();
        } catch (RuntimeException e) {
            contents.client.close();
            throw e;
        }
        return contents;
    }

    private void check() {
        try {
            client.headBucket(request -> request.bucket(settings.bucket()));
        } catch (S3Exception e) {
            String bucket = "the bucket '" + settings.bucket() + "'";
            throw switch (e.statusCode()) {
                case NOT_FOUND -> new IllegalArgumentException("there is no bucket '" + settings.bucket() + "'", e);
                case FORBIDDEN ->
                    new IllegalArgumentException(
                            "the store does not allow these credentials to use " + bucket + " in " + settings.region(),
                            e);
                default ->
                    e.statusCode() < 500
                            ? new IllegalArgumentException(
                                    "the store rejects requests for " + bucket + " with status " + e.statusCode()
                                            + "; it may be in another region than " + settings.region(),
                                    e)
                            : new ServiceUnavailableException("The store of files is not available", e);
            };
        } catch (SdkException e) {
            throw new ServiceUnavailableException("The store of files cannot be used", e);
        }
    }

    private String key(UUID file, String part) {
        return settings.prefix() + file + "/" + part;
    }

    @Override
    public void write(UUID file, String part, InputStream content) {
        String key = key(file, part);
        byte[] first = next(content, PIECE);
        store("written", () -> {
            if (first.length < PIECE) {
                client.putObject(
                        request -> request.bucket(settings.bucket()).key(key).contentType(TYPE), body(first));
            } else {
                writePieces(key, first, content);
            }
            return true;
        });
    }

    private void writePieces(String key, byte[] first, InputStream content) {
        multipart(key, (upload, parts) -> {
            byte[] piece = first;
            while (piece.length > 0) {
                parts.add(writePiece(key, upload, parts.size() + 1, piece));
                piece = next(content, PIECE << (parts.size() / PIECES_OF_A_SIZE));
            }
        });
    }

    /** Adds the parts of a multipart upload, in their order. */
    @FunctionalInterface
    private interface Parts {
        void send(String upload, List<CompletedPart> parts);
    }

    private void multipart(String key, Parts content) {
        String upload = client.createMultipartUpload(
                        request -> request.bucket(settings.bucket()).key(key).contentType(TYPE))
                .uploadId();
        try {
            List<CompletedPart> parts = new ArrayList<>();
            content.send(upload, parts);
            client.completeMultipartUpload(request -> request.bucket(settings.bucket())
                    .key(key)
                    .uploadId(upload)
                    .multipartUpload(all -> all.parts(parts)));
        } catch (RuntimeException e) {
            try {
                abort(key, upload);
            } catch (SdkException unreachable) {
                e.addSuppressed(unreachable); // it is aborted with the removal of the file
            }
            throw e;
        }
    }

    /** The store copies the pieces itself; those that are too small for a part of a multipart upload are sent together. */
    @Override
    public void join(UUID file, List<Piece> pieces, String part) {
        if (size(file, part).isPresent()) {
            return;
        }
        if (pieces.isEmpty()) {
            write(file, part, InputStream.nullInputStream());
            return;
        }
        String key = key(file, part);
        long total = pieces.stream().mapToLong(Piece::size).sum();
        long least = Math.max(SMALLEST, total / MOST_PARTS + 1);
        store("written", () -> {
            multipart(key, (upload, parts) -> {
                List<Piece> group = new ArrayList<>();
                long size = 0;
                for (Piece piece : pieces) {
                    group.add(piece);
                    size += piece.size();
                    if (size >= least) {
                        parts.add(copy(file, group, key, upload, parts.size() + 1));
                        group.clear();
                        size = 0;
                    }
                }
                if (!group.isEmpty()) {
                    parts.add(copy(file, group, key, upload, parts.size() + 1));
                }
            });
            return true;
        });
    }

    private CompletedPart copy(UUID file, List<Piece> group, String key, String upload, int number) {
        if (group.size() > 1) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (Piece piece : group) {
                try (InputStream in = read(file, piece.part(), 0, piece.size()).orElseThrow(S3FileContents::missing)) {
                    in.transferTo(all);
                } catch (IOException e) {
                    throw failed("read", e);
                }
            }
            return writePiece(key, upload, number, all.toByteArray());
        }
        String tag = client.uploadPartCopy(request -> request.sourceBucket(settings.bucket())
                        .sourceKey(key(file, group.getFirst().part()))
                        .destinationBucket(settings.bucket())
                        .destinationKey(key)
                        .uploadId(upload)
                        .partNumber(number))
                .copyPartResult()
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(tag).build();
    }

    private static ServiceUnavailableException missing() {
        return failed("read", new IOException("a piece is missing"));
    }

    private CompletedPart writePiece(String key, String upload, int number, byte[] piece) {
        String tag = client.uploadPart(
                        request -> request.bucket(settings.bucket())
                                .key(key)
                                .uploadId(upload)
                                .partNumber(number),
                        body(piece))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(tag).build();
    }

    private void abort(String key, String upload) {
        client.abortMultipartUpload(
                request -> request.bucket(settings.bucket()).key(key).uploadId(upload));
    }

    private static byte[] next(InputStream content, int most) {
        try {
            return content.readNBytes(most);
        } catch (IOException e) {
            throw failed("written", e);
        }
    }

    /** Read again for each attempt, without a copy. */
    private static RequestBody body(byte[] content) {
        return RequestBody.fromContentProvider(() -> new ByteArrayInputStream(content), content.length, TYPE);
    }

    @Override
    public Optional<InputStream> read(UUID file, String part, long from, long length) {
        if (length == 0) { // no range has no bytes
            return size(file, part).map(size -> InputStream.nullInputStream());
        }
        return found(() -> client.getObject(request -> request.bucket(settings.bucket())
                .key(key(file, part))
                .range("bytes=" + from + "-" + (from + length - 1))));
    }

    @Override
    public Optional<Long> size(UUID file, String part) {
        return found(() -> client.headObject(
                        request -> request.bucket(settings.bucket()).key(key(file, part)))
                .contentLength());
    }

    @Override
    public void remove(UUID file, String part) {
        store(
                "removed",
                () -> client.deleteObject(
                        request -> request.bucket(settings.bucket()).key(key(file, part))));
    }

    @Override
    public void removeAll(UUID file, String prefix) {
        store("removed", () -> {
            abortUploads(key(file, ORIGINAL));
            abortUploads(key(file, RECEIVED));
            client
                    .listObjectsV2Paginator(
                            request -> request.bucket(settings.bucket()).prefix(key(file, prefix)))
                    .contents()
                    .stream()
                    .map(S3Object::key)
                    .forEach(key -> client.deleteObject(
                            request -> request.bucket(settings.bucket()).key(key)));
            return true;
        });
    }

    /** Those that a crash has left; not every store lists them by a beginning of the key. */
    private void abortUploads(String key) {
        for (MultipartUpload upload : client.listMultipartUploads(
                        request -> request.bucket(settings.bucket()).prefix(key))
                .uploads()) {
            if (upload.key().equals(key)) {
                abort(key, upload.uploadId());
            }
        }
    }

    private static <T> Optional<T> found(Supplier<T> request) {
        try {
            return Optional.of(store("read", request));
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        }
    }

    private static <T> T store(String what, Supplier<T> request) {
        try {
            return request.get();
        } catch (NoSuchKeyException e) {
            throw e;
        } catch (SdkException e) {
            throw failed(what, e);
        }
    }

    private static ServiceUnavailableException failed(String what, Exception e) {
        return new ServiceUnavailableException("A file could not be " + what, e);
    }
}
