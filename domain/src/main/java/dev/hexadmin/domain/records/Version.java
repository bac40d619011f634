package dev.hexadmin.domain.records;

/**
 * A keyed digest over everything a record stores: equal versions mean an unchanged record, and a version tells nothing
 * about the values.
 *
 * @param value 22 characters of base64url
 */
public record Version(String value) {
    @Override
    public String toString() {
        return value;
    }
}
