/**
 * The environment of a self-test's samples: none of the three real ones, so no list, sum, reconciliation or forwarding
 * includes them.
 */
export const selfTestEnvironment = "self-test";
