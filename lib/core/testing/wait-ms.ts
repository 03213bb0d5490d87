/**
 * How long a test waits for a condition before it fails: one limit for all tests, generous enough for a machine several
 * times slower. Tests never assert that something is faster.
 */
export const waitMs = 60_000;
