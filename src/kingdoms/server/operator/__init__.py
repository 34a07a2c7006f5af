"""The operator's page: the state of all servers with this database, and forms for what is done most often."""
