import { defineTexts } from "#lib/core/text.ts";

export const notificationText = defineTexts({
  certificate_unknown_form: "This is neither a certificate, a public key nor a configuration pack.",
  certificate_is_private_key:
    "This holds a private key. Paste the gateway's certificate or public key; a private key is never kept.",
  pem_damaged: "The PEM text is cut off or damaged.",
  pack_without_certificate: "The configuration pack holds no certificate (pc).",
  pack_certificate_unusable: "The configuration pack's certificate cannot be used. {problem}",
  certificate_unreadable: "This certificate cannot be read.",
  public_key_unreadable: "This public key cannot be read.",
  key_not_rsa: "The gateway signs with RSA; this is another kind of key.",
  key_size_unusable: "An RSA key of {bits} bits is not usable; it has 1024 to 8192.",
  url_too_long: "The address is too long; it has at most {count} characters.",
  url_form: "This is not a web address; write it in full, like https://shop.example.com/mypos/notify.",
  url_with_credentials: "Leave the user name and password out of the address.",
  url_with_fragment: "Leave out everything from # on; it is never sent.",
  url_not_https: "The address must begin with https://, because payments' data goes there.",
  url_own: "This is the desk's own address; write the shop's.",
  url_port_blocked: "Port {port} is not one for web servers; leave it out or use the shop's.",
  host_private: "{host} is private: only addresses of the public internet are taken. Write the shop's public name.",
  host_address_private: "{host} leads to {address}, which is private.",
  host_unresolved: "The name {host} leads nowhere at present; check its spelling.",
  field_order_form: "A field order begins with IPCmethod, ends with OrderID, and names SID, Amount and Currency between.",
  field_order_ambiguous:
    "OrderID must follow Currency: with a name between them, an order number that holds a dash would read as two values.",
  field_name_form: "{name} must be 1 to 32 letters, digits, points or underscores.",
});
