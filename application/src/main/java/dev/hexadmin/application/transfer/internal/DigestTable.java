package dev.hexadmin.application.transfer.internal;

/** A hash table of 64-bit digests in 16 bytes for each: a million rows are in 32 MiB. Used by one thread. */
final class DigestTable {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long[] digests = new long[1 << 10];
    private long[] owners = new long[1 << 10];
    private int size;

    /** FNV-1a of the text, with its bits spread (MurmurHash3's last step); never 0. */
    static long of(String text) {
        long hash = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }

    /** The owner of a digest; 0 when it is not in the table. */
    long owner(long digest) {
        return owners[slot(digests, digest)];
    }

    /**
     * @param owner not 0
     * @return the owner that had added it before; 0 when it was added now
     */
    long putIfAbsent(long digest, long owner) {
        int at = slot(digests, digest);
        if (digests[at] != 0) {
            return owners[at];
        }
        digests[at] = digest;
        owners[at] = owner;
        size++;
        if (size * 2 > digests.length) {
            grow();
        }
        return 0;
    }

    private void grow() {
        long[] moreDigests = new long[digests.length * 2];
        long[] moreOwners = new long[digests.length * 2];
        for (int i = 0; i < digests.length; i++) {
            if (digests[i] != 0) {
                int at = slot(moreDigests, digests[i]);
                moreDigests[at] = digests[i];
                moreOwners[at] = owners[i];
            }
        }
        digests = moreDigests;
        owners = moreOwners;
    }

    private static int slot(long[] digests, long digest) {
        int mask = digests.length - 1;
        int at = (int) digest & mask;
        while (digests[at] != 0 && digests[at] != digest) {
            at = (at + 1) & mask;
        }
        return at;
    }
}
