/** Names of received members that suggest personal data or a secret. */
export const tellingNames =
  /mail|phone|mobile|name|address|street|city|zip|postal|birth|token|passport|iban|cvv|cvc|(?:^|_)ip(?:$|_)/i;
