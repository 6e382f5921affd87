"""Problems of the open document."""
