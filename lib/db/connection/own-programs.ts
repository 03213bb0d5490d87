/** What our processes and commands call themselves to the server, as a regular expression of PostgreSQL. */
export const ownPrograms = "^(counterfoil|npm run)";
