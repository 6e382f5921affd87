"""The page with what this computer has for matches, and the download of the server."""
