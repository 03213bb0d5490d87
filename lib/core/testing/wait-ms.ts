/**
 * How long any test waits for a condition before it fails: the one limit of all tests, generous enough for a machine that is
 * several times slower. A test never asserts that something is quicker.
 */
export const waitMs = 60_000;
