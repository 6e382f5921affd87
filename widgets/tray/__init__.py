"""What is said outside of the window: notices of the desktop, and an icon in its tray."""
