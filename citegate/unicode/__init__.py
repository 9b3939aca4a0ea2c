"""How a browser's find compares text: knows no file and no markup."""
