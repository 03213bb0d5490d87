type Ask = () => Promise<boolean>;

let askToReauthenticate: Ask | undefined;

/** Names who asks the person to confirm that it is them; the returned function takes it back. */
export function answerProofRequests(ask: Ask): () => void {
  askToReauthenticate = ask;
  return () => {
    if (askToReauthenticate === ask) askToReauthenticate = undefined;
  };
}

/** True once the person has proved again who they are; false when they would not, or nobody can ask. */
export async function requestReauthentication(): Promise<boolean> {
  return (await askToReauthenticate?.()) ?? false;
}
