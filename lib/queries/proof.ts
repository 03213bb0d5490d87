type Ask = () => Promise<boolean>;

let askToReauthenticate: Ask | undefined;

/** Registers the dialog for re-authentication; the returned function removes it. */
export function answerProofRequests(ask: Ask): () => void {
  askToReauthenticate = ask;
  return () => {
    if (askToReauthenticate === ask) askToReauthenticate = undefined;
  };
}

/** True after a re-authentication; false when the user cancels, or without a registered dialog. */
export async function requestReauthentication(): Promise<boolean> {
  return (await askToReauthenticate?.()) ?? false;
}
