package io.tidemark.api.type;

/** The three ways in which a string stands in the bytes. The two low bits of its header say which. */
enum StringEncoding {
    /** One byte a character; the length counts characters. */
    LATIN1,
    /** The length counts bytes. */
    UTF8,
    /** Two bytes a character, big endian, surrogates as they are; the length counts characters. */
    UTF16;

    private static final StringEncoding[] BY_TAG = values();

    long header(int length) {
        return ((long) length << 2) | ordinal();
    }

    /** The encoding of a header, or null if there is none of that tag. */
    static StringEncoding of(long header) {
        int tag = (int) (header & 3);
        return tag < BY_TAG.length ? BY_TAG[tag] : null;
    }

    static boolean hasHalfSurrogatePair(String value) {
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || i + 1 == length || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
