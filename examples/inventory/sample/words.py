"""What sample data is made of."""

CITIES = [
    ("Groningen", "53.219400", "6.566500", "Europe/Amsterdam"),
    ("Leeuwarden", "53.201200", "5.799900", "Europe/Amsterdam"),
    ("Utrecht", "52.090700", "5.121400", "Europe/Amsterdam"),
    ("Hamburg", "53.551100", "9.993700", "Europe/Berlin"),
    ("Porto", "41.157900", "-8.629100", "Europe/Lisbon"),
    ("Chicago", "41.878100", "-87.629800", "America/Chicago"),
    ("Denver", "39.739200", "-104.990300", "America/Denver"),
    ("Osaka", "34.693700", "135.502300", "Asia/Tokyo"),
]
ROLES = [
    ("Access Switch", "acc", "2196f3"),
    ("Distribution Switch", "dst", "3f51b5"),
    ("Core Router", "cor", "f44336"),
    ("Firewall", "fwl", "ff9800"),
    ("Console Server", "con", "9e9e9e"),
]
DEVICE_TYPES = [
    ("Cisco", "Catalyst 9300-48P", "C9300-48P-E", 1),
    ("Cisco", "Catalyst 9500-24Y4C", "C9500-24Y4C-A", 1),
    ("Juniper", "EX4300-48T", "EX4300-48T-AFI", 1),
    ("Juniper", "MX204", "MX204-HW-BASE", 1),
    ("Arista", "DCS-7280SR-48C6", "DCS-7280SR-48C6-F", 1),
    ("Arista", "DCS-7504N", "DCS-7504N-CH", 7),
    ("Fortinet", "FortiGate 600F", "FG-600F", 1),
    ("Opengear", "OM2248-10G", "OM2248-10G-L", 1),
]
TENANTS = ["Operations", "Finance", "Research"]
PLATFORMS = {
    "Arista": "Arista EOS",
    "Cisco": "Cisco IOS XE",
    "Fortinet": "FortiOS",
    "Juniper": "Junos",
    "Opengear": "Opengear OS",
}
TAGS = [("Production", "4caf50"), ("Lab", "607d8b"), ("PCI", "e91e63"), ("Leased", "795548")]
COMMENTS = ["", "", "", "Rack unit checked by the field team.", "Second power feed is still to come.", "Replace in Q3."]

BRANDS = ["Coca-Cola", "PepsiCo", "Frito-Lay", "Mondelez", "P&G", "General Mills", "Red Bull"]
PRODUCTS = ["Zero Sugar", "Classic", "Family Pack", "Light", "Original", "Lime", "Vanilla", "Sea Salt", "Fresh"]
CATEGORIES = ["Beverages", "Snacks", "Household", "Breakfast", "Baby"]
RETAILERS = ["Target", "Walmart", "Kroger", "Costco", "CVS"]
PEOPLE = ["Ana Novak", "Bram de Vries", "Chidi Okafor", "Dilek Kaya", "Eva Lind", "Femke Postma", "Goran Petrov"]
PLACES = [("Groningen", "NL"), ("Leeuwarden", "NL"), ("Bremen", "DE"), ("Ghent", "BE"), ("Aarhus", "DK")]
STREETS = ["Main St", "Harbour Rd", "Mill Lane", "Station Sq"]
THINGS = ["Gizmo", "Widget", "Bracket", "Cable Set", "Adapter", "Mount"]
NOTES = ["", "", "", "Leave at the door", "Call before delivery"]
