export default { baseUrl: '/handbook/' };
