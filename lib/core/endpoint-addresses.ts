/** The three addresses a merchant enters in its store's settings (docs/api.md). */
export function endpointAddresses(
  publicOrigin: string,
  endpointId: string,
): { urlNotify: string; urlOk: string; urlCancel: string } {
  const back = `${publicOrigin}/return/${endpointId}`;
  return { urlNotify: `${publicOrigin}/api/notify/${endpointId}`, urlOk: back, urlCancel: back };
}
