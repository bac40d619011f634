package dev.hexadmin.domain.records;

/**
 * A keyed digest over the parts of a record that a client may view. Equal versions mean that none of these parts has
 * changed. A version reveals nothing about the values, including those that the client may not view.
 *
 * @param value 22 characters of base64url
 */
public record Version(String value) {
    @Override
    public String toString() {
        return value;
    }
}
