package dev.hexadmin.domain.records;

/**
 * A keyed digest over what a record stores and a client may view of it: equal versions mean that nothing of this has
 * changed, and a version tells nothing about the values, nor about those that the client may not view.
 *
 * @param value 22 characters of base64url
 */
public record Version(String value) {
    @Override
    public String toString() {
        return value;
    }
}
