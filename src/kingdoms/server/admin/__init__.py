"""What whoever runs a server can do with its database, while servers run: the commands below `kingdoms admin`."""
