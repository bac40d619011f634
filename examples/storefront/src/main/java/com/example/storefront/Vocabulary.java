package com.example.storefront;

import java.math.BigDecimal;
import java.util.List;

/** The word lists of the example shop's names. */
final class Vocabulary {
    private Vocabulary() {}

    /**
     * A country that customers live in.
     *
     * @param code ISO 3166-1 alpha-2
     * @param currency ISO 4217
     * @param postcode {@code 9} means any digit, {@code A} any letter
     */
    record Country(
            String code,
            String name,
            String region,
            String currency,
            String dialCode,
            String postcode,
            List<String> cities) {}

    /**
     * A category without subcategories, and its products.
     *
     * @param parent the name of the category it is in
     * @param prefix of the products' SKUs
     * @param least a typical price of the cheapest product
     * @param most a typical price of the most expensive product
     */
    record Shelf(String parent, String name, String prefix, List<String> things, BigDecimal least, BigDecimal most) {}

    static final List<Country> COUNTRIES = List.of(
            country("AR|Argentina|americas|ARS|+54|A9999|Buenos Aires,Córdoba,Rosario,Mendoza"),
            country("AU|Australia|oceania|AUD|+61|9999|Sydney,Melbourne,Brisbane,Perth,Hobart"),
            country("AT|Austria|europe|EUR|+43|9999|Vienna,Graz,Linz,Salzburg,Innsbruck"),
            country("BE|Belgium|europe|EUR|+32|9999|Brussels,Antwerp,Ghent,Liège,Bruges"),
            country("BR|Brazil|americas|BRL|+55|99999-999|São Paulo,Rio de Janeiro,Curitiba,Recife"),
            country("BG|Bulgaria|europe|EUR|+359|9999|Sofia,Plovdiv,Varna"),
            country("CA|Canada|americas|CAD|+1|A9A 9A9|Toronto,Montréal,Vancouver,Halifax,Calgary"),
            country("CL|Chile|americas|CLP|+56|9999999|Santiago,Valparaíso,Concepción"),
            country("CO|Colombia|americas|COP|+57|999999|Bogotá,Medellín,Cali"),
            country("HR|Croatia|europe|EUR|+385|99999|Zagreb,Split,Rijeka"),
            country("CZ|Czechia|europe|CZK|+420|999 99|Prague,Brno,Ostrava,Plzeň"),
            country("DK|Denmark|europe|DKK|+45|9999|Copenhagen,Aarhus,Odense,Aalborg"),
            country("EG|Egypt|africa|EGP|+20|99999|Cairo,Alexandria,Giza"),
            country("EE|Estonia|europe|EUR|+372|99999|Tallinn,Tartu,Pärnu"),
            country("FI|Finland|europe|EUR|+358|99999|Helsinki,Tampere,Turku,Oulu"),
            country("FR|France|europe|EUR|+33|99999|Paris,Lyon,Marseille,Nantes,Strasbourg,Lille"),
            country("DE|Germany|europe|EUR|+49|99999|Berlin,Hamburg,Munich,Cologne,Leipzig,Bremen"),
            country("GH|Ghana|africa|GHS|+233|AA-999|Accra,Kumasi,Tamale"),
            country("GR|Greece|europe|EUR|+30|999 99|Athens,Thessaloniki,Patras"),
            country("HU|Hungary|europe|HUF|+36|9999|Budapest,Debrecen,Szeged"),
            country("IS|Iceland|europe|ISK|+354|999|Reykjavík,Akureyri"),
            country("IN|India|asia|INR|+91|999999|Mumbai,Delhi,Bengaluru,Chennai,Pune,Kolkata"),
            country("ID|Indonesia|asia|IDR|+62|99999|Jakarta,Surabaya,Bandung"),
            country("IE|Ireland|europe|EUR|+353|A99 A999|Dublin,Cork,Galway,Limerick"),
            country("IL|Israel|asia|ILS|+972|9999999|Tel Aviv,Haifa,Jerusalem"),
            country("IT|Italy|europe|EUR|+39|99999|Rome,Milan,Turin,Naples,Bologna,Verona"),
            country("JP|Japan|asia|JPY|+81|999-9999|Tokyo,Osaka,Kyoto,Sapporo,Fukuoka"),
            country("KE|Kenya|africa|KES|+254|99999|Nairobi,Mombasa,Kisumu"),
            country("LV|Latvia|europe|EUR|+371|LV-9999|Riga,Daugavpils"),
            country("LT|Lithuania|europe|EUR|+370|LT-99999|Vilnius,Kaunas,Klaipėda"),
            country("LU|Luxembourg|europe|EUR|+352|9999|Luxembourg,Esch-sur-Alzette"),
            country("MY|Malaysia|asia|MYR|+60|99999|Kuala Lumpur,Penang,Johor Bahru"),
            country("MX|Mexico|americas|MXN|+52|99999|Mexico City,Guadalajara,Monterrey,Puebla"),
            country("MA|Morocco|africa|MAD|+212|99999|Casablanca,Rabat,Fez,Marrakesh"),
            country("NL|Netherlands|europe|EUR|+31|9999 AA|Amsterdam,Rotterdam,Utrecht,Groningen,Eindhoven"),
            country("NZ|New Zealand|oceania|NZD|+64|9999|Auckland,Wellington,Christchurch,Dunedin"),
            country("NG|Nigeria|africa|NGN|+234|999999|Lagos,Abuja,Ibadan"),
            country("NO|Norway|europe|NOK|+47|9999|Oslo,Bergen,Trondheim,Tromsø"),
            country("PE|Peru|americas|PEN|+51|99999|Lima,Arequipa,Cusco"),
            country("PH|Philippines|asia|PHP|+63|9999|Manila,Cebu,Davao"),
            country("PL|Poland|europe|PLN|+48|99-999|Warsaw,Kraków,Łódź,Wrocław,Gdańsk,Poznań"),
            country("PT|Portugal|europe|EUR|+351|9999-999|Lisbon,Porto,Braga,Coimbra"),
            country("RO|Romania|europe|RON|+40|999999|Bucharest,Cluj-Napoca,Timișoara,Iași"),
            country("RS|Serbia|europe|RSD|+381|99999|Belgrade,Novi Sad,Niš"),
            country("SN|Senegal|africa|XOF|+221|99999|Dakar,Thiès,Saint-Louis"),
            country("SG|Singapore|asia|SGD|+65|999999|Singapore"),
            country("SK|Slovakia|europe|EUR|+421|999 99|Bratislava,Košice,Žilina"),
            country("SI|Slovenia|europe|EUR|+386|9999|Ljubljana,Maribor,Celje"),
            country("ZA|South Africa|africa|ZAR|+27|9999|Cape Town,Johannesburg,Durban,Pretoria"),
            country("KR|South Korea|asia|KRW|+82|99999|Seoul,Busan,Daegu,Incheon"),
            country("ES|Spain|europe|EUR|+34|99999|Madrid,Barcelona,Valencia,Seville,Bilbao"),
            country("SE|Sweden|europe|SEK|+46|999 99|Stockholm,Gothenburg,Malmö,Uppsala,Umeå"),
            country("CH|Switzerland|europe|CHF|+41|9999|Zurich,Geneva,Basel,Bern,Lausanne"),
            country("TH|Thailand|asia|THB|+66|99999|Bangkok,Chiang Mai,Phuket"),
            country("TN|Tunisia|africa|TND|+216|9999|Tunis,Sfax,Sousse"),
            country("TR|Türkiye|asia|TRY|+90|99999|Istanbul,Ankara,Izmir,Bursa"),
            country("GB|United Kingdom|europe|GBP|+44|AA9 9AA|London,Manchester,Bristol,Leeds,Glasgow,Cardiff,Belfast"),
            country("US|United States|americas|USD|+1|99999|New York,Chicago,Austin,Seattle,Denver,Boston,Portland"),
            country("UY|Uruguay|americas|UYU|+598|99999|Montevideo,Salto"),
            country("VN|Vietnam|asia|VND|+84|999999|Hanoi,Da Nang,Hue,Can Tho"));

    static final List<String> FIRST_NAMES = words("""
            Ada Agnes Ahmed Aiko Alba Alejandro Aleksandra Ali Alice Amara Amina Ana Anders Andrea Anita Anna Antoni \
            Aoife Arjun Astrid Ayşe Beatriz Benjamin Bianca Bo Bruno Camila Carlos Cecilia Chiara Chidi Clara Daniel \
            David Deepa Diego Dina Dylan Eero Elena Elif Elin Ella Emeka Emil Emma Erik Esther Eva Fatima Felix Fiona \
            Francesca Freya Gabriel Giulia Grace Hana Hannah Hassan Helena Henrik Hugo Ibrahim Ida Imani Ines Ingrid \
            Irene Isabel Ivan Jakub Jan Jana Jasmine Joana Johan John Jonas Jorge Julia Kacper Kaja Karim Karin Katya \
            Kenji Kofi Lars Laura Layla Lea Leila Leo Liam Lina Linnea Luca Lucia Luis Maja Malik Marco Margit Maria \
            Marie Marta Martin Mateo Matilda Maya Mei Mia Miguel Mikko Milan Mina Miriam Moana Mohamed Naomi Nadia \
            Natasha Niamh Nico Nina Noah Nora Olga Oliver Omar Oscar Paula Pedro Petra Priya Rafael Rahul Rania Rosa \
            Ruth Saana Samir Sara Sebastian Selma Sena Simon Sofia Sota Stefan Sven Tadeo Tamar Teresa Theo Thabo Tomas \
            Tuva Uma Valentina Vera Viktor Wanjiru Wei Yara Yasmin Yuki Yusuf Zainab Zoe Zofia""");

    static final List<String> LAST_NAMES = words("""
            Abbott Achterberg Adeyemi Aguilar Ahlgren Akhtar Almeida Andersen Andrade Arslan Asante Baker Bakker Banerjee \
            Barros Bauer Becker Bellini Berg Bianchi Björk Bondarenko Botha Boucher Brandt Brennan Burke Cabrera Campos \
            Cardoso Castillo Chanda Chen Clarke Conti Costa Dahl Das Delgado Diallo Dimitrov Dlamini Doyle Dubois Dvořák \
            Eklund Eriksen Esposito Fekete Fernandes Ferrari Fischer Fofana Forsberg Fournier Fujita Gallagher Garcia \
            Gupta Haas Hakimi Hansen Hartmann Hashimoto Herrera Hoang Hoffman Holm Horvat Hughes Ibarra Ito Ivanova \
            Jansen Jensen Johansson Jovanović Kaplan Kariuki Kato Kaur Keller Khalil Kim Kimura Kiss Klein Koller Kovač \
            Kowalski Kruger Kumar Laine Lambert Larsen Laurent Leclerc Lehtonen Lima Lindgren Lopez Lund Maeda Mahlangu \
            Malik Mancini Marek Marino Martins Mbeki Mehta Mendoza Meyer Molina Monteiro Moreau Morgan Mori Moyo Mwangi \
            Nagy Nair Navarro Ndiaye Neumann Nguyen Nielsen Novak Nowak Obi Oduya Okafor Olsen Ortiz Osei Özdemir Papp \
            Patel Pavlov Pereira Petrov Popescu Quinn Rahman Ramos Reyes Ricci Riedel Rinaldi Roche Rossi Rousseau Saito \
            Salazar Santos Sato Schmidt Schneider Sharma Silva Singh Sithole Smit Solberg Sørensen Souza Suzuki Svensson \
            Szabó Takahashi Tanaka Tamm Thapa Toledo Toure Tran Ueda Urban Vargas Vasquez Virtanen Visser Vogel Wagner \
            Walker Wallin Watanabe Weber Wójcik Wong Yamamoto Yılmaz Zhang Zieliński Zimmermann""");

    static final List<String> STREETS = words("""
            Mill Station Church Market Garden Harbour Bridge School Forest Orchard River Castle Meadow Linden Maple \
            Willow Chapel Spring Lake Hill Tower Bakery Weaver Potter Saddler Cooper Lantern Swan Heron Juniper""");

    static final List<String> STREET_KINDS = words("Street Road Lane Avenue Square Court Way Terrace");

    static final List<String> QUALITIES = words("""
            Everyday Classic Compact Folding Handmade Heavy Slim Nordic Rustic Foldaway Pocket Studio Alpine Coastal \
            Heritage Modern Quiet Travel Weekend Workshop Little Grand Plain Woven Double Mini Family""");

    static final List<String> MATERIALS = words("""
            Oak Walnut Beech Bamboo Steel Brass Copper Iron Enamel Glass Stoneware Linen Wool Cotton Felt Leather Cork \
            Rattan Ceramic Slate Ash Canvas""");

    static final List<String> COLOURS =
            words("black white grey natural olive navy rust sand teal mustard plum sage charcoal cream");

    static final List<Shelf> SHELVES = List.of(
            shelf("Kitchen|Cookware|COK|Saucepan,Frying Pan,Casserole,Stockpot,Grill Pan,Wok,Roasting Tin|18|160"),
            shelf("Kitchen|Knives & Boards|KNB|Chef's Knife,Paring Knife,Bread Knife,Cutting Board,Knife Block|9|140"),
            shelf("Kitchen|Coffee & Tea|COT|Coffee Grinder,Pour-Over Set,Teapot,Kettle,Milk Jug,Moka Pot|12|120"),
            shelf("Kitchen|Tableware|TAB|Dinner Plate,Bowl,Serving Dish,Mug,Cutlery Set,Carafe,Salt Mill|6|75"),
            shelf("Kitchen|Baking|BAK|Loaf Tin,Mixing Bowl,Rolling Pin,Cake Stand,Proving Basket,Scale|7|65"),
            shelf("Kitchen|Storage Jars|JAR|Storage Jar,Bread Bin,Spice Rack,Lunch Box,Bottle|5|55"),
            shelf("Home|Lighting|LIG|Table Lamp,Floor Lamp,Pendant,Wall Light,Candle Holder|15|240"),
            shelf("Home|Textiles|TEX|Throw,Cushion,Tablecloth,Tea Towel,Curtain,Rug,Bath Towel|8|190"),
            shelf("Home|Furniture|FUR|Stool,Side Table,Bookcase,Bench,Armchair,Coat Stand,Desk|45|690"),
            shelf("Home|Storage|STO|Basket,Crate,Shelf,Drawer Organiser,Laundry Bin,Hook Rail|7|110"),
            shelf("Home|Clocks & Mirrors|CLM|Wall Clock,Alarm Clock,Round Mirror,Standing Mirror|19|180"),
            shelf("Home|Cleaning|CLE|Broom,Dustpan,Bucket,Scrubbing Brush,Feather Duster,Drying Rack|4|48"),
            shelf("Garden|Hand Tools|GHT|Trowel,Spade,Hand Fork,Pruner,Rake,Hoe,Dibber|8|70"),
            shelf("Garden|Planters|PLA|Planter,Hanging Pot,Window Box,Plant Stand,Cloche|6|95"),
            shelf("Garden|Watering|WAT|Watering Can,Hose,Sprinkler,Rain Gauge,Mister|5|80"),
            shelf("Garden|Outdoor Furniture|OUT|Deck Chair,Picnic Table,Hammock,Parasol,Fire Bowl|35|420"),
            shelf("Garden|Birds & Bees|BIR|Bird House,Bird Feeder,Bee Hotel,Bird Bath|9|85"),
            shelf("Office|Desk Accessories|DES|Pen Tray,Desk Lamp,Letter Rack,Bookend,Paper Tray,Pencil Cup|5|90"),
            shelf("Office|Notebooks & Paper|NOT|Notebook,Sketchbook,Diary,Letter Set,Wall Planner|3|35"),
            shelf("Office|Writing|WRI|Fountain Pen,Pencil Set,Ballpoint,Ink Bottle,Eraser Set|3|110"),
            shelf("Office|Bags & Cases|BAG|Briefcase,Tote,Laptop Sleeve,Backpack,Document Case|18|230"),
            shelf("Leisure|Games|GAM|Chess Set,Backgammon Board,Domino Set,Card Game,Jigsaw|7|95"),
            shelf("Leisure|Camping|CAM|Enamel Pot,Lantern,Blanket,Folding Stool,Flask,Cool Box|9|150"),
            shelf("Leisure|Cycling|CYC|Pannier,Bell,Tool Roll,Basket Liner,Saddle Cover|6|120"),
            shelf("Leisure|Sewing & Craft|SEW|Sewing Box,Pincushion,Shears,Embroidery Hoop,Yarn Bowl|4|60"),
            shelf("Leisure|Music|MUS|Music Stand,Metronome,Ukulele,Tambourine,Kalimba|8|160"),
            shelf("Children|Toys|TOY|Building Blocks,Pull-Along Duck,Marble Run,Spinning Top,Dolls' House|6|130"),
            shelf("Children|Nursery|NUR|Cot Mobile,Blanket Box,Night Light,Growth Chart,Play Mat|9|140"),
            shelf("Children|School|SCH|Satchel,Pencil Case,Chalkboard,Abacus,Globe|5|85"),
            shelf("Bath|Soap & Care|SOA|Soap Bar,Soap Dish,Nail Brush,Bath Brush,Shaving Set|3|70"),
            shelf("Bath|Bath Furniture|BAF|Towel Rail,Bath Shelf,Shower Caddy,Bath Stool|14|170"));

    static final List<String> TAGS = List.of(
            "bestseller",
            "new",
            "sale",
            "gift idea",
            "handmade",
            "organic",
            "recycled",
            "vegan",
            "limited edition",
            "made to order",
            "outdoor",
            "indoor",
            "dishwasher safe",
            "oven safe",
            "machine washable",
            "fragile",
            "bulky",
            "flat pack",
            "for children",
            "for two",
            "travel size",
            "refillable",
            "waterproof",
            "winter",
            "summer",
            "spring",
            "autumn",
            "wedding",
            "housewarming",
            "staff favourite",
            "award winner",
            "clearance",
            "import",
            "local",
            "seasonal",
            "spare parts available",
            "ten-year guarantee",
            "set",
            "starter",
            "premium");

    static final List<String> PRAISE = List.of(
            "Exactly what I was looking for",
            "Better than the photographs",
            "A joy to use every day",
            "Well made and good to look at",
            "My second one, for my sister",
            "Solid, simple, lovely",
            "Worth every penny",
            "Arrived early and well packed");

    static final List<String> BALANCE = List.of(
            "Good, with one small flaw",
            "Fine for the price",
            "Smaller than I thought",
            "Does the job",
            "Nice, but the colour differs",
            "Took a while to arrive");

    static final List<String> COMPLAINTS = List.of(
            "Broke after a month",
            "Not as described",
            "Sent it back",
            "Scratched when it arrived",
            "The lid does not fit",
            "I expected more");

    static final List<String> OPENINGS = List.of(
            "I bought this for our kitchen.",
            "It was a present for my mother.",
            "We use it nearly every weekend.",
            "I had been looking for one for months.",
            "It replaces one that lasted twenty years.",
            "The box was larger than I expected.",
            "Assembly took ten minutes.",
            "I ordered it on a friend's advice.");

    static final List<String> MIDDLES = List.of(
            "The finish is even and the edges are smooth.",
            "It feels heavier than it looks, in a good way.",
            "The material marks a little but cleans up well.",
            "It is quieter than the one we had.",
            "The instructions could be clearer.",
            "The colour is a shade darker than on the screen.",
            "It fits on the shelf with room to spare.",
            "The handle takes some getting used to.");

    static final List<String> CLOSINGS = List.of(
            "I would buy it again.",
            "Customer service answered the same day.",
            "Time will tell how it wears.",
            "My neighbour has ordered one too.",
            "I would think twice next time.",
            "Delivery was on the day that was promised.");

    static final List<String> ORDER_NOTES = List.of(
            "Please leave it with the neighbour.",
            "Ring twice, the bell is quiet.",
            "Deliver after 5 pm.",
            "Please include a card: Happy birthday!",
            "No plastic packaging, please.",
            "Call before delivery.");

    static final List<String> CUSTOMER_NOTES = List.of(
            "Prefers to be written to.",
            "Trade customer, invoice at the end of the month.",
            "Asked for the spring catalogue.",
            "Moved house recently: check the address.",
            "Collects in the shop.");

    private static List<String> words(String text) {
        return List.of(text.split("\\s+", -1));
    }

    private static Country country(String line) {
        String[] part = line.split("\\|", -1);
        return new Country(part[0], part[1], part[2], part[3], part[4], part[5], List.of(part[6].split(",", -1)));
    }

    private static Shelf shelf(String line) {
        String[] part = line.split("\\|", -1);
        return new Shelf(
                part[0],
                part[1],
                part[2],
                List.of(part[3].split(",", -1)),
                new BigDecimal(part[4]),
                new BigDecimal(part[5]));
    }
}
