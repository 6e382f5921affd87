"""The open match document: loading, editing with undo, saving, recovery and problems."""
