import type { MerchantProfile, ProfileAccount, ProfileTerminal } from "./merchant-profile.ts";
import { cafeHours, everyDay, hotelHours, nightHours, rhythm, shopHours, webHours, weekendShop, workDays } from "./rhythms.ts";

type Base = Pick<MerchantProfile, "oddReferences" | "latencyMs" | "refused" | "online" | "referenceStyle">;

const usual: Base = { oddReferences: false, latencyMs: 0, refused: false, online: false, referenceStyle: "terminal" };

function account(accountNumber: string, iban: string, currency: string, name: string, weight = 1): ProfileAccount {
  return { accountNumber, iban, currency, name, weight, isReserve: false };
}

function reserve(accountNumber: string, iban: string, currency: string, name: string): ProfileAccount {
  return { ...account(accountNumber, iban, currency, name, 0), isReserve: true };
}

function terminal(terminalId: string, currency: string, outlet: string, name: string, model = "myPOS Go 2"): ProfileTerminal {
  return { terminalId, serialNumber: `SN${terminalId.padStart(10, "0")}`, model, currency, name, outlet, enabled: true };
}

function sid(number: number): string {
  return `00000000010${String(number).padStart(4, "0")}`;
}

/** The sandbox's merchants; slugs and numbers are stable for ever, since ids and references come from them. */
export const merchantProfiles: readonly MerchantProfile[] = [
  {
    ...usual,
    slug: "corner-cafe",
    name: "Corner Cafe",
    legalName: "Corner Cafe Ltd",
    number: 1,
    sid: sid(1),
    descriptor: "CORNER CAFE",
    share: 0.36,
    online: true,
    referenceStyle: "order",
    accounts: [
      account("50000000001", "IE12MPOS99039050000001", "EUR", "Main", 12),
      account("50000000002", "IE82MPOS99039050000002", "EUR", "Tips & gift cards"),
    ],
    terminals: [
      terminal("81000001", "EUR", "Corner Cafe, Drury Street", "Counter"),
      terminal("81000002", "EUR", "Corner Cafe, Drury Street", "Terrace"),
      terminal("81000003", "EUR", "Corner Cafe, Merrion Square", "Window", "myPOS Pro"),
    ],
    templates: ["SNNSNNSNNRP", "NNSNSNNSNRC", "SNNNSNOSNFC", "NSNNSNNSNXP"],
    amounts: [240, 3_890],
    texts: ["Flat white", "Breakfast for two", "Café crème & tarte", "Table 4", "Toastie, soup of the day", "Gift card"],
    rhythm: rhythm(everyDay, cafeHours),
  },
  {
    ...usual,
    slug: "sakura-travel",
    name: "Sakura Reisen",
    legalName: "Sakura Reisen GmbH",
    number: 2,
    sid: sid(2),
    descriptor: "SAKURA REISEN FRANKFURT",
    share: 0.12,
    online: true,
    referenceStyle: "trnref",
    accounts: [
      account("50000000101", "DE45MPOS99039050000101", "EUR", "Hauptkonto", 4),
      account("50000000102", "DE18MPOS99039050000102", "JPY", "円口座 (Yen)", 3),
      account("50000000103", "DE88MPOS99039050000103", "USD", "US-Dollar", 2),
      account("50000000104", "DE61MPOS99039050000104", "KWD", "Golfreisen (KWD)", 1),
      account("50000000105", "DE34MPOS99039050000105", "CHF", "Schweiz", 1),
    ],
    terminals: [
      terminal("81000101", "EUR", "Reisebüro Zeil", "Schalter 1", "myPOS Pro"),
      terminal("81000102", "JPY", "Ōsaka Desk", "カウンター", "myPOS Pro"),
    ],
    templates: ["OOSOOOSTORP", "OOOSOTOKORP", "OOOOSOTKOUC"],
    amounts: [4_900, 189_000],
    texts: [
      "Anzahlung Kirschblütenreise",
      "JR Rail Pass 7 Tage",
      "Flug FRA–HND",
      "京都 町家ステイ",
      "Hotelgutschein",
      "Visum & Gebühren",
    ],
    rhythm: rhythm(workDays, webHours),
  },
  {
    ...usual,
    slug: "slow",
    name: "Pensiunea Râul Lin",
    legalName: "Râul Lin Turism SRL",
    number: 3,
    sid: sid(3),
    descriptor: "PENSIUNEA RAUL LIN",
    share: 0.05,
    latencyMs: 1_200,
    accounts: [
      account("50000000201", "RO33MPOS99039050000201", "RON", "Cont principal", 4),
      account("50000000202", "RO06MPOS99039050000202", "EUR", "Cont în euro"),
    ],
    terminals: [
      terminal("81000201", "RON", "Pensiunea Râul Lin", "Recepție"),
      terminal("81000202", "EUR", "Pensiunea Râul Lin", "Bar"),
    ],
    templates: ["SSNSKSSNSRP", "SNSSTSSKSUC"],
    amounts: [1_500, 96_000],
    texts: ["Cazare 2 nopți", "Cină și vin de casă", "Ștrudel, cafea", "Parcare", "Închiriere biciclete"],
    rhythm: rhythm(weekendShop, hotelHours),
  },
  {
    ...usual,
    slug: "refused",
    name: "Boulangerie Martin",
    legalName: "Boulangerie Martin SARL",
    number: 4,
    sid: sid(4),
    descriptor: "BOULANGERIE MARTIN",
    share: 0,
    refused: true,
    accounts: [account("50000000301", "FR76MPOS99039050000301", "EUR", "Compte courant")],
    terminals: [terminal("81000301", "EUR", "Rue des Martyrs", "Caisse")],
    templates: ["SNSNSNSNSRP"],
    amounts: [110, 2_400],
    texts: ["Baguette tradition", "Viennoiseries"],
    rhythm: rhythm(everyDay, cafeHours),
  },
  {
    ...usual,
    slug: "empty",
    name: "Nova Galerija",
    legalName: "Nova Galerija d.o.o.",
    number: 5,
    sid: sid(5),
    descriptor: "NOVA GALERIJA",
    share: 0,
    accounts: [
      account("50000000401", "HR17MPOS99039050000401", "EUR", "Glavni račun"),
      reserve("50000000402", "HR87MPOS99039050000402", "EUR", "Rezerva"),
    ],
    terminals: [terminal("81000401", "EUR", "Ilica 12, Zagreb", "Blagajna")],
    templates: ["SSSSSSSSSRP"],
    amounts: [2_000, 80_000],
    texts: ["Ulaznica", "Katalog izložbe"],
    rhythm: rhythm(everyDay, shopHours),
  },
  {
    ...usual,
    slug: "moda-ritorni",
    name: "Moda Ritorni",
    legalName: "Moda Ritorni S.r.l.",
    number: 6,
    sid: sid(6),
    descriptor: "MODA RITORNI  *MILANO",
    share: 0.1,
    online: true,
    referenceStyle: "order",
    oddReferences: true,
    accounts: [
      account("50000000501", "IT60MPOS99039050000501", "EUR", "Conto principale"),
      reserve("50000000502", "IT33MPOS99039050000502", "EUR", "Riserva"),
    ],
    terminals: [terminal("81000501", "EUR", "Via Torino 8", "Cassa 1")],
    templates: ["ORORORORORORB", "OROROROXRSRPBR", "ORRORRORRORROPC"],
    amounts: [1_990, 24_900],
    texts: [
      "Giacca in lino, tg. 48",
      "Reso parziale: taglia errata",
      "Scarpe «Bologna» nº 41",
      "=SUM(A1:A3) nota cassa",
      "Sciarpa <seta> & cintura",
    ],
    rhythm: rhythm(everyDay, webHours),
  },
  {
    ...usual,
    slug: "taxi-athina",
    name: "Taxi Athina",
    legalName: "Ταξί Αθήνα Α.Ε.",
    number: 7,
    sid: sid(7),
    descriptor: "TAXI ATHINA 18222",
    share: 0.15,
    accounts: [account("50000000601", "GR16MPOS99039050000601", "EUR", "Κύριος λογαριασμός")],
    terminals: Array.from({ length: 24 }, (_, at) => ({
      ...terminal(
        String(81000601 + at),
        "EUR",
        at < 12 ? "Πειραιάς" : "Σύνταγμα",
        `Όχημα ${at + 1}`,
        at % 3 ? "myPOS Go 2" : "myPOS Mini",
      ),
      enabled: at !== 23,
    })),
    templates: ["NNSNNNNNNRP", "NNNNNSNNNFM", "SNNNNNNNNXC"],
    amounts: [380, 7_200],
    texts: ["Διαδρομή προς αεροδρόμιο", "Κούρσα", "Αποσκευές", "Νυχτερινό τιμολόγιο"],
    rhythm: rhythm(weekendShop, nightHours),
  },
  {
    ...usual,
    slug: "knigi-online",
    name: "Книги Онлайн",
    legalName: "Книги Онлайн ООД",
    number: 8,
    sid: sid(8),
    descriptor: "KNIGI ONLINE SOFIA",
    share: 0.1,
    online: true,
    referenceStyle: "trnref",
    accounts: [account("50000000701", "BG80MPOS99039050000701", "EUR", "Основна сметка")],
    terminals: [],
    templates: ["OOOOOOOOORP", "OOOOOOOOOMC", "OOOOOKOOOFU"],
    amounts: [690, 8_400],
    texts: [
      "Под игото, твърди корици",
      "Учебник по математика 7. клас",
      "Доставка до офис",
      "„Тютюн“ – Димитър Димов",
      "Детска енциклопедия",
    ],
    rhythm: rhythm(everyDay, webHours),
  },
  {
    ...usual,
    slug: "zum-anker",
    name: "Gasthaus Zum Anker",
    legalName: "Zum Anker Gaststätten OHG",
    number: 9,
    sid: sid(9),
    descriptor: "GASTHAUS ZUM ANKER",
    share: 0.06,
    accounts: [account("50000000801", "DE02MPOS99039050000801", "EUR", "Geschäftskonto")],
    terminals: [
      terminal("81000801", "EUR", "Hafenstraße 3", "Theke"),
      terminal("81000802", "EUR", "Hafenstraße 3", "Biergarten"),
    ],
    templates: ["SSNSSNSSNRP", "SNSSNSSSSUC"],
    amounts: [890, 14_500],
    texts: ["Tisch 7", "Fischbrötchen & Radler", "Kegelabend", "Überraschungsmenü für zwölf", "Trinkgeld"],
    rhythm: rhythm(weekendShop, hotelHours),
  },
  {
    ...usual,
    slug: "bodega-del-sol",
    name: "Bodega del Sol",
    legalName: "Bodega del Sol S.L.",
    number: 10,
    sid: sid(10),
    descriptor: "BODEGA DEL SOL JEREZ",
    share: 0.06,
    online: true,
    referenceStyle: "order",
    accounts: [
      account("50000000901", "ES79MPOS99039050000901", "EUR", "Cuenta principal", 5),
      account("50000000902", "ES52MPOS99039050000902", "GBP", "Clientes Reino Unido"),
    ],
    terminals: [terminal("81000901", "EUR", "Calle Ancha 14", "Mostrador")],
    templates: ["OSOOTSOOOMC", "OOSOOSOOSRP"],
    amounts: [1_200, 32_000],
    texts: [
      "Caja de 6 botellas – Pedro Ximénez",
      "Visita guiada y degustación",
      "Envío a la península",
      "Jamón ibérico «Año Nuevo»",
    ],
    rhythm: rhythm(weekendShop, shopHours),
  },
];

export function findProfile(slug: string): MerchantProfile | undefined {
  return merchantProfiles.find((profile) => profile.slug === slug);
}
