import type { Rhythm } from "../ledger/calendar.ts";
import { cafeHours, everyDay, hotelHours, nightHours, rhythm, shopHours, webHours, weekendShop, workDays } from "../rhythms.ts";

/** A kind of small business: what it is called, what it sells, for how much, and when. */
export type Trade = {
  name: string;
  online: boolean;
  templates: readonly [string, ...string[]];
  amounts: readonly [number, number];
  texts: readonly [string, ...string[]];
  rhythm: Rhythm;
};

export type Town = { name: string; country: string; currency: string };

const counter = ["SNNSNNSNNRP", "NNSNSNNSNRC", "NSNNSNNSNXP"] as const;
const seldom = ["SSNSSNSSNRP", "SNSSNSSSSUC"] as const;
const web = ["OOOOOOOOORP", "OOSOOSOOSRP", "OOOOOKOOOFU"] as const;
const days = rhythm(workDays, shopHours);
const open = rhythm(everyDay, shopHours);
const early = rhythm(everyDay, cafeHours);
const evenings = rhythm(weekendShop, hotelHours);
const always = rhythm(everyDay, webHours);

function shop(name: string, amounts: Trade["amounts"], texts: Trade["texts"], when: Rhythm = open): Trade {
  return { name, online: false, templates: counter, amounts, texts, rhythm: when };
}

function service(name: string, amounts: Trade["amounts"], texts: Trade["texts"], when: Rhythm = days): Trade {
  return { ...shop(name, amounts, texts, when), templates: seldom };
}

function webshop(name: string, amounts: Trade["amounts"], texts: Trade["texts"]): Trade {
  return { ...shop(name, amounts, texts, always), online: true, templates: web };
}

export const trades: readonly Trade[] = [
  shop("Bakery", [110, 2_400], ["Bread and rolls", "Birthday cake", "Two croissants"], early),
  shop("Coffee Bar", [220, 2_900], ["Flat white", "Breakfast for two", "Gift card"], early),
  shop("Butcher", [450, 8_500], ["Mince, sausages", "Sunday roast", "Barbecue tray"]),
  shop("Florist", [800, 12_000], ["Bouquet", "Wedding flowers", "Potted herbs"]),
  shop("Pharmacy", [300, 6_900], ["Prescription", "Sun cream", "Vitamins"]),
  shop("Bookshop", [690, 9_400], ["Two paperbacks", "School books", "Calendar"]),
  shop("Toy Shop", [500, 14_900], ["Wooden train", "Puzzle", "Board game"]),
  shop("Shoe Shop", [1_990, 24_900], ["Boots, size 41", "Insoles", "Trainers"]),
  shop("Bike Shop", [900, 189_000], ["Inner tube", "City bike", "Brake service"]),
  shop("Grocer", [180, 7_900], ["Weekly shop", "Fruit and vegetables", "Cheese"]),
  shop("Kiosk", [90, 3_400], ["Newspaper, chewing gum", "Bus ticket", "Cold drinks"], early),
  shop("Garden Centre", [600, 42_000], ["Compost, 3 bags", "Rose bushes", "Garden table"]),
  shop("Pizzeria", [850, 12_500], ["Table 7", "Takeaway, two pizzas", "Family menu"], evenings),
  shop("Brasserie", [1_200, 19_500], ["Table 4", "Menu of the day", "Dinner for six"], evenings),
  shop("Guest House", [4_500, 96_000], ["Two nights", "Breakfast", "Parking"], evenings),
  shop("Taxi", [380, 7_200], ["Ride to the airport", "Ride", "Night rate"], rhythm(weekendShop, nightHours)),
  service("Hairdresser", [1_500, 14_000], ["Cut and colour", "Children's cut", "Care products"]),
  service("Dentist", [3_000, 120_000], ["Check-up", "Filling", "Cleaning"]),
  service("Car Repair", [4_900, 240_000], ["Inspection", "Winter tyres", "Exhaust replaced"]),
  service("Dance School", [1_200, 36_000], ["Ten evenings", "Trial lesson", "Summer course"], evenings),
  webshop("Wine Club", [1_200, 32_000], ["Case of 6 bottles", "Tasting for two", "Delivery"]),
  webshop("Tea Shop", [690, 8_400], ["Darjeeling, 250 g", "Tea pot", "Delivery"]),
  webshop("Print Studio", [900, 48_000], ["100 business cards", "Poster A2", "Photo book"]),
  webshop("Surf School", [2_500, 64_000], ["Weekend course", "Board hire", "Gift voucher"]),
];

export const quarters: readonly string[] = [
  "Harbour",
  "Station",
  "Market",
  "Bridge",
  "Castle",
  "Park",
  "Mill",
  "Old Town",
  "River",
  "Hill",
  "Garden",
  "Corner",
];

const euro = (country: string, ...names: string[]): Town[] => names.map((name) => ({ name, country, currency: "EUR" }));

export const towns: readonly Town[] = [
  ...euro("IE", "Galway", "Sligo", "Kilkenny", "Ennis"),
  ...euro("DE", "Bremen", "Kassel", "Bamberg", "Trier", "Passau", "Jena"),
  ...euro("FR", "Nantes", "Dijon", "Annecy", "Reims", "Bayonne"),
  ...euro("ES", "Girona", "Oviedo", "Cuenca", "Huelva"),
  ...euro("IT", "Parma", "Lecce", "Trieste", "Bergamo", "Matera"),
  ...euro("PT", "Braga", "Faro", "Tavira"),
  ...euro("NL", "Delft", "Zwolle", "Breda"),
  ...euro("AT", "Linz", "Villach", "Dornbirn"),
  ...euro("GR", "Volos", "Kavala"),
  ...euro("BG", "Plovdiv", "Burgas"),
  { name: "Leeds", country: "GB", currency: "GBP" },
  { name: "Exeter", country: "GB", currency: "GBP" },
  { name: "Sibiu", country: "RO", currency: "RON" },
  { name: "Oradea", country: "RO", currency: "RON" },
  { name: "Basel", country: "CH", currency: "CHF" },
];
