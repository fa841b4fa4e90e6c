package dev.cofferdam.mcp.cli;

/** The version of the archive that this class is in. */
final class ProductVersion {
    private ProductVersion() {}

    static String current() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(from classes)" : version;
    }
}
