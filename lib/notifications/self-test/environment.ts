/**
 * Where a self-test's samples arrive: none of the three environments, so no list, sum, join or forwarding ever takes
 * them for real.
 */
export const selfTestEnvironment = "self-test";
